"""rkcompat as a library, one file a task: read, judge, resolve, ask, inspect, keep the matrices."""
