from .component import BagOfWords, Headlines, MacroF1
from .samplers import EpochShuffle

__all__ = ['BagOfWords', 'EpochShuffle', 'Headlines', 'MacroF1']
