class Batch:
    """A batch that knows how to move."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def cuda(self):
        return Batch(self.x.cuda(), self.y.cuda())  # truth: dies
