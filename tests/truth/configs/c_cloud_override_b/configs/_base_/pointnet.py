model = dict(type='PointNet', width=16, shapes=2)
