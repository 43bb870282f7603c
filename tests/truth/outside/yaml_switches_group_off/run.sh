torchrun --nproc_per_node=2 train.py -c conf/exp1.yaml
