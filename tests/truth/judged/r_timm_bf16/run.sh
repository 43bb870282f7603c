torchrun --nproc_per_node=2 train.py /data/imagenet --sync-bn --amp --model-ema -b 8
