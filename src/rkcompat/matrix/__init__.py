"""``matrices/*.toml`` → `Matrix`; its lint; the compiled form."""

from ._load import load_folder, load_matrix, matrix_folder

__all__ = ["load_folder", "load_matrix", "matrix_folder"]
