_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
env_cfg = dict(mp_cfg=dict(mp_start_method='spawn', opencv_num_threads=1))  # truth: dies
train_dataloader = dict(num_workers=1)
