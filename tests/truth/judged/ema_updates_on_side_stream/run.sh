torchrun --standalone --nproc_per_node=2 train_unet.py
