"""What those who run a gate have decided: rkcompat.toml, waivers, the lock; today's date is handed in."""
