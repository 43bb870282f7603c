_base_ = [
    './_base_/models/stripenet.py',
    './_base_/datasets/stripes.py',
    './_base_/schedules/schedule_2e.py',
    './_base_/default_runtime.py'
]
model = dict(_delete_=True, type='StripeGAN', noise=4)
val_dataloader = None
val_evaluator = None
test_dataloader = None
test_evaluator = None
optim_wrapper = dict(
    generator=dict(optimizer=dict(_delete_=True, type='RMSprop', lr=0.0005)),
    discriminator=dict(optimizer=dict(_delete_=True, type='RMSprop', lr=0.0005)))
