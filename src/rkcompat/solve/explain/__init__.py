"""Why, why not, what if: derivations as data."""
