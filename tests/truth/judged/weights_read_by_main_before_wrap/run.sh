python -m torch.distributed.run --nproc_per_node=2 --master_port 29555 train.py
