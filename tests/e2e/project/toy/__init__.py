"""A model of a few dozen weights, data for it, and a hook that says how it was trained."""

from . import data, model, report  # noqa: F401  (they register their classes)
