"""Readers of files: what a model file says of itself."""

from ._read import read_model

__all__ = ["read_model"]
