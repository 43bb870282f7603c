import torch
from torch import nn


class TextEncoder(nn.Module):
    def __init__(self, vocab=50, dim=8):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.ffn = nn.Linear(dim, dim)

    def forward(self, ids):
        return self.ffn(self.emb(ids).mean(1)).tanh()


class BiEncoder(nn.Module):
    def __init__(self, share=False):
        super().__init__()
        self.question_model = TextEncoder()
        self.ctx_model = self.question_model if share else TextEncoder()

    def encode(self, questions, contexts):
        return self.question_model(questions), self.ctx_model(contexts)

    def forward(self, questions, contexts):
        return self.encode(questions, contexts)

    @staticmethod
    def score(q, c):
        return torch.matmul(q, c.t())
