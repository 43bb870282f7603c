import string


class CharTokenizer:
    def __init__(self):
        self.chars = ['<unk>', ' ', *string.ascii_lowercase]
        self.index = {char: i for i, char in enumerate(self.chars)}

    def __len__(self):
        return len(self.chars)

    def encode(self, text):
        return [self.index.get(char, 0) for char in text.lower()]
