// What a reader leaves beside a database: SQLite needs the two files of its log (`-wal`, `-shm`) to
// read, and a connection that may not write cannot remove them.
#pragma once

#include <cstdint>
#include <string>

namespace arbiter::sqlite {

// Made before a reader opens the file, and gone after it has closed it. A log that was left behind
// by a program that died stays as it is, byte for byte: only a writer takes it up.
class ReaderTraces {
 public:
  // `path` leads to the file itself, not to a link.
  explicit ReaderTraces(const std::string& path);
  ReaderTraces(const ReaderTraces&) = delete;
  ReaderTraces& operator=(const ReaderTraces&) = delete;
  ~ReaderTraces();

 private:
  struct Log {
    std::int64_t bytes = -1;    // -1: there is none
    std::int64_t modified = 0;  // nanoseconds
    friend bool operator==(const Log&, const Log&) = default;
  };
  Log log() const;

  // Made beforehand, as memory may have run out at the end.
  std::string uri_;
  std::string log_name_;
  Log before_;
};

}  // namespace arbiter::sqlite
