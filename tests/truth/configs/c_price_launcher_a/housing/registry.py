from mmengine.registry import DATASETS as ROOT_DATASETS
from mmengine.registry import METRICS as ROOT_METRICS
from mmengine.registry import MODELS as ROOT_MODELS
from mmengine.registry import Registry

MODELS = Registry('model', parent=ROOT_MODELS, scope='housing', locations=['housing.net'])
DATASETS = Registry('dataset', parent=ROOT_DATASETS, scope='housing', locations=['housing.data'])
METRICS = Registry('metric', parent=ROOT_METRICS, scope='housing', locations=['housing.data'])
