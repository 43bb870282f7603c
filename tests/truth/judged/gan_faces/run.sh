torchrun --nproc_per_node=2 train_gan.py --niter 2
