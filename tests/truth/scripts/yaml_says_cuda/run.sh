torchrun --nproc_per_node=2 train.py --config conf/base.yaml
