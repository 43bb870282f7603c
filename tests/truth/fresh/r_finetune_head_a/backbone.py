from torch import nn


class TinyNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.fc = nn.Linear(8, classes)

    def forward(self, image):
        return self.fc(self.features(image).flatten(1))


def replace_head(net, classes):
    net.fc = nn.Linear(net.fc.in_features, classes)
    return net
