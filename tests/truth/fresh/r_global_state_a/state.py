RANK = 0
WORLD_SIZE = 1
STEP = 0


def is_main():
    return RANK == 0
