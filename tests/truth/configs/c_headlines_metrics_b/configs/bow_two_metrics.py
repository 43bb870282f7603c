_base_ = [
    './_base_/bow.py',
    './_base_/headlines.py',
    './_base_/schedule_2e.py',
    './_base_/default_runtime.py'
]
val_evaluator = [  # truth: dies
    dict(type='MacroF1', collect_device='gpu'),  # truth: dies
    dict(type='MacroF1', collect_device='cpu'),  # truth: dies
]
