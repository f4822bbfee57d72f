"""Certificates: written from what the solver found, and checked by what shares no code with it."""
