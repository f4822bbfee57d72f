"""TOML that people write: read within bounds, held against declared types, every problem with its line and the nearest key."""
