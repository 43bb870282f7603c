from .component import BagOfWords, Headlines, MacroF1

__all__ = ['BagOfWords', 'Headlines', 'MacroF1']
