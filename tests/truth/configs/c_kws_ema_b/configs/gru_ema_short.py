_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
custom_hooks = [dict(type='EMAHook', momentum=0.01, begin_epoch=1)]
