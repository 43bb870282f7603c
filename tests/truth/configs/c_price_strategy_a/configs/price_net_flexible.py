_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
runner_type = 'FlexibleRunner'
strategy = dict(type='DDPStrategy')  # truth: dies
