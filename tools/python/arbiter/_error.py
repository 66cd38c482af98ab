class Error(ValueError):
    """A file that cannot be read, invalid text, a database that fails.

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

    def __reduce__(self):
        return type(self), (*self.args, self.file, self.line, self.column)


Error.__module__ = "arbiter"
