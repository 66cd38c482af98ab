"""python -m arbiter: the program `arbiter`."""

import os
import sys

from ._error import Error
from ._program import program

try:
    os.execv(program(), ["arbiter", *sys.argv[1:]])
except (Error, OSError) as error:
    sys.exit(f"arbiter: {error}")
