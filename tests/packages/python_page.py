"""Runs the examples of a page: python_page.py PAGE. Prints those whose output differs."""

import doctest
import sys

# The fence of a block ends the output above it.
with open(sys.argv[1], encoding="utf-8") as file:
    lines = ["" if line.startswith("```") else line for line in file.read().splitlines()]
test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, sys.argv[1], sys.argv[1], 0)
runner = doctest.DocTestRunner()
runner.run(test)
sys.exit(1 if runner.failures or runner.tries < 10 else 0)
