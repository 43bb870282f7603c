model = dict(type='StripeNet', width=8, num_classes=4)
