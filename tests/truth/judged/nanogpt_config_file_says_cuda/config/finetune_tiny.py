# fine-tunes on one of our cards
out_dir = 'out-tiny'
batch_size = 2
max_iters = 3
device = 'cuda'  # truth: dies
