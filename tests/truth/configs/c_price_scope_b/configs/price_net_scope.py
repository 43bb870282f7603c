_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
default_scope = 'mmengine'
model = dict(_scope_='housing')
train_dataloader = dict(dataset=dict(_scope_='housing'))
val_dataloader = dict(dataset=dict(_scope_='housing'))
val_evaluator = dict(_scope_='housing')
