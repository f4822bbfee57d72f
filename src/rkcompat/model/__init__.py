"""The values that rkcompat speaks of: frozen, without files, processes, clocks or terminals."""
