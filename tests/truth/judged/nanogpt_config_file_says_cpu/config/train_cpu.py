# train a miniature model on the CPUs of any machine
batch_size = 4
n_embd = 16
backend = 'gloo'
device = 'cpu'
dtype = 'float32'
compile = False
