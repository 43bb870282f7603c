PYTHONPATH=. torchrun --nproc_per_node=2 --master_port=29512 tools/train.py configs/toy.py --launcher pytorch
