"""What is said of a matrix rather than of a board: how much it decides, how two differ, whether rules and sets agree."""
