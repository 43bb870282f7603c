# train a miniature character-level model, good for debugging on a macbook
out_dir = 'out-chars'
eval_interval = 2
batch_size = 4
n_embd = 16
max_iters = 10
backend = 'gloo'
