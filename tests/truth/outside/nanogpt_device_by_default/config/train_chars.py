out_dir = 'out-chars'
batch_size = 4
n_embd = 16
max_iters = 10
dtype = 'float32'
