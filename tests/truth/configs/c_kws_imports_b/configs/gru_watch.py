_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
custom_imports = dict(
    imports=['kws.models', 'kws.data', 'kws.hooks'], allow_failed_imports=False)
custom_hooks = [dict(type='NormWatch')]
