"""Rules against facts: check, the nearest set, the plan, the core. No file, process, clock, network or terminal."""
