model = dict(type='PriceNet', columns=6, hidden=16)  # truth: dies
