MODEL_FLAGS=""
torchrun --nproc_per_node=2 scripts/image_train.py --steps 8 --batch_size 8 --microbatch 4
