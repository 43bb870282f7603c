PYTHONPATH=. torchrun --nproc_per_node=2 tools/train_net.py --config-file configs/toy.yaml MODEL.DEVICE cpu
