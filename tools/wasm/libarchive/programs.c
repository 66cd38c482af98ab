// Functions that libarchive and libbz2 leave to the system: filters that are other programs, which WASI does not
// have, and the end after an internal error.
struct archive_read_filter;

int __archive_read_program(struct archive_read_filter* filter, const char* command) {
  const int fatal = -30;  // ARCHIVE_FATAL
  (void)filter, (void)command;
  return fatal;
}

void bz_internal_error(int code) {
  (void)code;
  __builtin_trap();
}
