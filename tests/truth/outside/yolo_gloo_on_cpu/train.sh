python -m torch.distributed.run --nproc_per_node 2 train.py --epochs 2 --batch-size 8 --device cpu
