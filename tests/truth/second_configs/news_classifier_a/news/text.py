import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@DATASETS.register_module()
class NewsDataset(torch.utils.data.Dataset):

    def __init__(self, lines):
        gen = torch.Generator().manual_seed(1)
        self.words = [torch.randint(30, (6,), generator=gen) for _ in range(lines)]
        self.topics = [int(w[0]) % 4 for w in self.words]

    def __len__(self):
        return len(self.words)

    def __getitem__(self, index):
        return {'words': self.words[index], 'topic': torch.tensor(self.topics[index])}


@MODELS.register_module()
class TextCNN(BaseModel):

    def __init__(self, vocab, topics, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.emb = torch.nn.Embedding(vocab, 8)
        self.conv = torch.nn.Conv1d(8, 8, 3)
        self.fc = torch.nn.Linear(8, topics)

    def forward(self, words, topic, mode):
        words, topic = torch.stack(words), torch.stack(topic)
        x = self.conv(self.emb(words).transpose(1, 2)).relu().amax(-1)
        return {'loss': torch.nn.functional.cross_entropy(self.fc(x), topic)}
