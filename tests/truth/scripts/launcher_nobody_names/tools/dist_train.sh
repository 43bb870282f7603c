CONFIG=$1
torchrun --nproc_per_node=2 train.py ${CONFIG:-configs/small.yaml}
