_base_ = './_base_/toy.py'
work_dir = 'work_dirs/toy'
launcher = 'pytorch'
