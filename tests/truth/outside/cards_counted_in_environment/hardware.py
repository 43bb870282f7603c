import os


def visible_cards():
    return [c for c in os.environ.get("CUDA_VISIBLE_DEVICES", "0,1").split(",") if c]


def device_name(local_rank):
    cards = visible_cards()
    return f"cuda:{local_rank % len(cards)}" if cards else "cpu"  # truth: dies
