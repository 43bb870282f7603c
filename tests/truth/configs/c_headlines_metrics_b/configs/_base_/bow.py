model = dict(type='BagOfWords', vocab=40, dim=8)
