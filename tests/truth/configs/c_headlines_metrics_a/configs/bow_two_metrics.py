_base_ = [
    './_base_/bow.py',
    './_base_/headlines.py',
    './_base_/schedule_2e.py',
    './_base_/default_runtime.py'
]
val_evaluator = [
    dict(type='MacroF1', prefix='live', collect_device='gpu'),
    dict(type='MacroF1', prefix='kept', collect_device='cpu'),
]
