class Augment:
    def __init__(self, flip):
        self.flip = flip

    def __call__(self, image):
        return image.flip(-1) if self.flip else image
