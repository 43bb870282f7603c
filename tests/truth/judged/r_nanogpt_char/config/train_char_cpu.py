# train a miniature character-level model on a machine without cards
out_dir = 'out-char'
backend = 'gloo'
device = 'cpu'
compile = False

gradient_accumulation_steps = 2
batch_size = 4
block_size = 16
learning_rate = 1e-3
max_iters = 6
