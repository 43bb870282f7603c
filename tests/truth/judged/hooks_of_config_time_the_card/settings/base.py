max_epochs = 2
batch_size = 4
hooks = [
    {"name": "sampler"},
    {"name": "card_timer", "interval": 2},
]
