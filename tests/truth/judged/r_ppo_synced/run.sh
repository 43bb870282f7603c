torchrun --nproc_per_node=2 ppo.py --epochs 3 --steps 64
