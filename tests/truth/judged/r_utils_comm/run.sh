torchrun --nproc_per_node=2 tools/train_net.py --max-epoch 2
