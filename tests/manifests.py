"""Manifests that many tests begin from."""

GOOD = """
manifest = 1
[board]
soc = "rk3588"
[driver]
family  = "rknpu"
version = "0.9.8"
[[runtime]]
library = "librknnrt"
version = "2.3.2"
loaded  = true
[[model]]
kind            = "rknn"
format          = 6
toolkit         = "2.3.2"
target_platform = ["rk3588"]
"""
"""A board on which everything fits."""

BAD = GOOD.replace('version = "2.3.2"', 'version = "1.4.0"')
"""The same with a library that is too old for the model."""
