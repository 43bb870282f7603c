from mmengine.evaluator import BaseMetric
from mmengine.registry import METRICS


@METRICS.register_module()
class PixelIoU(BaseMetric):

    def process(self, data_batch, data_samples):
        for sample in data_samples:
            pred, mask = sample['pred'].bool(), sample['mask'].bool()
            self.results.append((int((pred & mask).sum()), int((pred | mask).sum())))

    def compute_metrics(self, results):
        inter, union = (sum(column) for column in zip(*results))
        return {'mIoU': inter / max(union, 1)}
