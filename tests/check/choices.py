"""What the makers of random texts choose by."""

import random


class Choices:
    """Those of one seed are always the same."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one_of(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def quoted(self, text):
        return f'"{text}"' if self.chance(0.3) else f"'{text}'"
