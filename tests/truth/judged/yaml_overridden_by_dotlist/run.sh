torchrun --standalone --nproc_per_node=2 train.py trainer.device=cpu trainer.backend=gloo trainer.epochs=2 trainer.precision=32 data.pin_memory=false
