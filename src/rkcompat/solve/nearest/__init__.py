"""The nearest set, the sets that are joined, the steps that lead there; and why there is none."""
