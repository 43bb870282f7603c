_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
train_cfg = dict(max_epochs=2)  # truth: dies
ema_begin_epoch = 1  # truth: dies
