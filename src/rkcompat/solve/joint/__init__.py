"""Whether what is not known can be anything at all: one search over all unknown facts."""
