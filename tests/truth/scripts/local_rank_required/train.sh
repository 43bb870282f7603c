# python -m torch.distributed.launch is deprecated
torchrun --nproc_per_node=2 train.py
