_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
env_cfg = dict(mp_cfg=dict(mp_start_method='fork', opencv_num_threads=1))
train_dataloader = dict(num_workers=1)
