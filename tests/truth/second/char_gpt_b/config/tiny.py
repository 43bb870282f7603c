n_embd = 8
block_size = 6
max_iters = 3
device = 'cuda'  # truth: dies
