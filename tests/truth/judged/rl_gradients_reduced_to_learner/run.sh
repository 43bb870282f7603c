torchrun --nproc_per_node=2 --master_port=29611 train.py --episodes 4
