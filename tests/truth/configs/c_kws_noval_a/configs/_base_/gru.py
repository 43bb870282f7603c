model = dict(type='GRUSpotter', mels=5, hidden=12, words=3)
