_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
test_dataloader = None  # truth: dies
test_evaluator = None  # truth: dies
test_pipeline = None
