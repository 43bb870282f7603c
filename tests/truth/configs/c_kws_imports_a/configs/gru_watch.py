_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
custom_imports = dict(  # truth: dies
    imports=['kws.hooks'], allow_failed_imports=False)  # truth: dies
custom_hooks = [dict(type='NormWatch')]
