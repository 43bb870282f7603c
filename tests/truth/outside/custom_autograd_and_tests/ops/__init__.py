from .scaled import scaled_add

__all__ = ["scaled_add"]
