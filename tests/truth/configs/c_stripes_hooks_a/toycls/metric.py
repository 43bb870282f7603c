from mmengine.evaluator import BaseMetric
from mmengine.registry import METRICS


@METRICS.register_module()
class TopOne(BaseMetric):
    default_prefix = 'cls'

    def process(self, data_batch, data_samples):
        for sample in data_samples:
            self.results.append(int(sample['pred'] == sample['label']))

    def compute_metrics(self, results):
        return dict(top1=100.0 * sum(results) / len(results))
