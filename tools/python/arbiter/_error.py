import functools
import os


class Error(ValueError):
    """A file that cannot be read, invalid text, a database that fails.

    A file that cannot be opened raises a subclass of Error and of Python's own exception, such as
    FileNotFoundError or PermissionError, which are OSErrors with errno and filename.

    Attributes:
      file: the name of the file, or None.
      line: the line from 1, or None.
      column: the column in code points from 1, or None.
    """

    def __init__(self, message, file=None, line=None, column=None):
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column

    def __str__(self):
        return str(self.args[0])

    def __reduce__(self):
        number = getattr(self, "errno", None) or 0
        return error_of, (*self.args, self.file, self.line, self.column, number)


@functools.lru_cache(None)
def _type_of(kind):
    return type(kind.__name__, (Error, kind), {"__module__": "arbiter", "__doc__": kind.__doc__})


def error_of(message, file, line, column, number):
    """Returns an Error; with an errno, a subclass of Python's exception for it."""
    if not number:
        return Error(message, file, line, column)
    error = _type_of(type(OSError(number, "")))(message, file, line, column)
    error.errno, error.strerror, error.filename = number, os.strerror(number), file
    return error


class Severity(str):
    """The severity of a finding: "style" < "note" < "warning" < "error".

    A str that is compared by rank: `finding.severity >= "warning"`. Comparing it with another word
    raises ValueError.
    """

    __slots__ = ()
    _RANKS = {"style": 0, "note": 1, "warning": 2, "error": 3}

    def __new__(cls, name):
        cls._rank_of(name)
        return super().__new__(cls, name)

    @classmethod
    def _rank_of(cls, name):
        if not isinstance(name, str):
            raise TypeError(f"a severity cannot be compared with {type(name).__name__}")
        if name not in cls._RANKS:
            raise ValueError(f"unknown severity '{name}' (expected style, note, warning or error)")
        return cls._RANKS[name]

    def __lt__(self, other):
        return self._rank_of(self) < self._rank_of(other)

    def __le__(self, other):
        return self._rank_of(self) <= self._rank_of(other)

    def __gt__(self, other):
        return self._rank_of(self) > self._rank_of(other)

    def __ge__(self, other):
        return self._rank_of(self) >= self._rank_of(other)


for _type in Error, Severity:
    _type.__module__ = "arbiter"
