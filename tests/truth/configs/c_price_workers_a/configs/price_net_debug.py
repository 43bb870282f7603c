_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
train_dataloader = dict(num_workers=0, persistent_workers=False)
val_dataloader = dict(num_workers=0, persistent_workers=False)
