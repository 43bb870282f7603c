torchrun --nproc_per_node=2 train.py --gpus 0,1
