import torch
from torch import nn, optim
from torch.utils.data import DataLoader, Dataset

from exp.exp_basic import Exp_Basic


class Series(Dataset):
    def __init__(self, seq_len, pred_len, channels=3):
        t = torch.arange(60.0)
        self.x = torch.stack([torch.sin(t / (3 + c)) for c in range(channels)], 1)
        self.seq_len, self.pred_len = seq_len, pred_len

    def __len__(self):
        return len(self.x) - self.seq_len - self.pred_len

    def __getitem__(self, i):
        end = i + self.seq_len
        return self.x[i:end], self.x[end:end + self.pred_len]


class DLinear(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.trend = nn.Linear(args.seq_len, args.pred_len)
        self.season = nn.Linear(args.seq_len, args.pred_len)

    def forward(self, x):
        x = x.transpose(1, 2)
        mean = nn.functional.avg_pool1d(x, 5, 1, 2, count_include_pad=False)
        return (self.trend(mean) + self.season(x - mean)).transpose(1, 2)


class Exp_Main(Exp_Basic):
    def _build_model(self):
        model = DLinear(self.args).float()
        if self.args.use_multi_gpu and self.args.use_gpu:
            model = nn.DataParallel(model, device_ids=self.args.device_ids)
        return model

    def train(self):
        loader = DataLoader(Series(self.args.seq_len, self.args.pred_len),
                            batch_size=16, shuffle=True, drop_last=True)
        model_optim = optim.Adam(self.model.parameters(), lr=self.args.learning_rate)
        criterion = nn.MSELoss()
        scaler = torch.cuda.amp.GradScaler() if self.args.use_amp else None
        for epoch in range(self.args.train_epochs):
            for batch_x, batch_y in loader:
                model_optim.zero_grad()
                outputs = self.model(batch_x.float().to(self.device))
                loss = criterion(outputs, batch_y.float().to(self.device))
                if self.args.use_amp:
                    scaler.scale(loss).backward()
                    scaler.step(model_optim)
                    scaler.update()
                else:
                    loss.backward()
                    model_optim.step()
            print('Epoch: {} | Train Loss: {:.5f}'.format(epoch + 1, loss.item()))
        if self.args.use_gpu:
            torch.cuda.empty_cache()
