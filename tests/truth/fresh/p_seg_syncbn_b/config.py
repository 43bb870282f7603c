from types import SimpleNamespace

cfg = SimpleNamespace(
    MODEL=SimpleNamespace(NUM_CLASSES=3, SYNC_BN=True, WIDTH=6),
    TRAIN=SimpleNamespace(EPOCHS=2, BATCH=4, LR=0.05),
    DATASET=SimpleNamespace(SIZE=16, CROP=(12, 12)),
)
