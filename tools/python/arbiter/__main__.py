"""python -m arbiter: the program `arbiter`."""

import os
import sys

from ._error import Error
from ._program import program

try:
    os.execv(program(), ["arbiter", *sys.argv[1:]])
except (Error, OSError) as error:
    print(f"arbiter: {error}", file=sys.stderr)
    sys.exit(2)
