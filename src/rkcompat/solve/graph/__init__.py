"""The dependency graph, and where its nodes lie in a drawing."""
