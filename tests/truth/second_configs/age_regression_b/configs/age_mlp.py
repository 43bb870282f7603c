_base_ = ['base.py']
custom_imports = dict(imports=['age.parts'])
model = dict(type='AgeMLP', inputs=5)
split = dict(num_workers=0, batch_size=4, collate_fn=dict(type='default_collate'))
train_dataloader = dict(dataset=dict(type='Faces', n=12), sampler=dict(type='DefaultSampler'))
val_dataloader = dict(dataset=dict(type='Faces', n=4, start=50),
                      sampler=dict(type='DefaultSampler', shuffle=False))
train_dataloader.update(split)
val_dataloader.update(split)
val_evaluator = [dict(type='AgeError')]
param_scheduler = [
    dict(type='ConstantLR', factor=0.5, by_epoch=True, end=1),
    dict(type='ReduceOnPlateauLR', monitor='age/mae', rule='less', patience=1)
]
work_dir = './work_dirs/age'
