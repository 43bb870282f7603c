from .gru_spotter import GRUSpotter  # noqa: F401
