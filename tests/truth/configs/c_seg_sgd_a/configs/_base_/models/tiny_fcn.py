model = dict(type='TinyFCN', channels=8, auxiliary=True)
