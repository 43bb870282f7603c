_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
default_scope = 'mmengine'  # truth: dies
model = dict(columns=6)
train_dataloader = dict(batch_size=8)
val_dataloader = dict(batch_size=8)
val_evaluator = dict(prefix='price')
