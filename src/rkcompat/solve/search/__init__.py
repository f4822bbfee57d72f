"""An exact search for the cheapest assignment: variables, values and clauses, nothing of boards."""
