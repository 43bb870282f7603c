from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.stem = nn.Linear(10, dim)
        self.body = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 3)

    def forward(self, x):
        hidden = self.body(self.stem(x).relu()).relu()
        return self.head(hidden), hidden


class Distiller(nn.Module):
    """A student with the adapter that lifts its features to those of the teacher."""

    def __init__(self, student, student_dim, teacher_dim):
        super().__init__()
        self.student = student
        self.adapter = nn.Linear(student_dim, teacher_dim)

    def forward(self, x):
        logits, hidden = self.student(x)
        return logits, self.adapter(hidden)


def hint_loss(logits, lifted, target, labels, beta):
    return F.cross_entropy(logits, labels) + beta * F.mse_loss(lifted, target)
