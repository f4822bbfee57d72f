"""Certificates: written from what the solver found, and followed by what shares the check with it and nothing else."""
