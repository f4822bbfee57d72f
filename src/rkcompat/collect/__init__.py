"""Facts of a board, a root file system or a container image, collected into a manifest."""
