"""Neural ODE-like toy, everything on the card by default."""
import torch

torch.set_default_tensor_type('torch.cuda.FloatTensor')  # truth: dies


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))

    def forward(self, y):
        return self.net(y ** 3)


def euler(f, y, steps, h=0.1):
    for _ in range(steps):
        y = y + h * f(y)
    return y


field = Field()
opt = torch.optim.RMSprop(field.parameters(), lr=1e-3)
for _ in range(10):
    y0 = torch.randn(16, 2)
    loss = (euler(field, y0, 5) - 0.5 * y0).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
