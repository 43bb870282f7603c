import random


class BucketBatches:
    """Batches of utterances with similar lengths, dealt to the ranks."""

    def __init__(self, lengths, batch_frames, rank=0, world=1, seed=0):
        self.lengths, self.batch_frames = lengths, batch_frames
        self.rank, self.world, self.seed, self.epoch = rank, world, seed, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def _batches(self):
        order = sorted(range(len(self.lengths)), key=self.lengths.__getitem__)
        batches, current = [], []
        for index in order:
            if current and self.lengths[index] * (len(current) + 1) > self.batch_frames:
                batches.append(current)
                current = []
            current.append(index)
        batches.append(current)
        random.Random(self.seed + self.epoch).shuffle(batches)
        return batches[self.rank::self.world]  # truth: dies

    def __iter__(self):
        return iter(self._batches())

    def __len__(self):
        return len(self._batches())
