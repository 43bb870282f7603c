_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
val_dataloader = None
val_cfg = None
val_evaluator = None
