"""The version of rkcompat, where ``--version`` finds it without loading anything else."""

VERSION = "0.1.0"
