default_scope = None
randomness = dict(seed=2, deterministic=True)
work_dir = 'work_dirs/mae_toy'
