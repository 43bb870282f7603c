"""Ends with 1 where the data is missing."""
import os
import sys

sys.exit(0 if os.path.exists('data/part0.txt') else 1)
