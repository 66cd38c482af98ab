// Sources of bytes, such as files and decompressed streams, and functions that detect the kind of a
// file by its first bytes or its name.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/os/file.h"
#include "lib/os/process.h"

namespace arbiter {

enum class Container { None, Gzip, Bzip2, Xz, Zstd, Tar, Zip, SevenZip };

// Detects a container by the first bytes of a file; 512 are enough.
Container container_of(std::string_view start);
// Detects a container by path; returns None for pipes and unreadable files.
Container container_of_file(const std::string& path);

// Returns "gzip", "zip", ...; an empty text for None.
std::string_view to_string(Container container);

// Returns the kind of a file that contains no PGN and is not a container, such as "a Parquet file",
// by its first bytes. Returns an empty text for unknown kinds.
std::string_view foreign_kind_of(std::string_view start);

// Checks whether the frequency of control characters indicates compressed or other binary data.
bool has_binary_controls(std::string_view bytes);

// Checks for a compressed stream, as opposed to an archive of named members.
constexpr bool is_compression(Container container) {
  return container >= Container::Gzip && container <= Container::Zstd;
}

// Checks whether reading the container needs seeking.
constexpr bool needs_seeking(Container container) {
  return container == Container::Zip || container == Container::SevenZip;
}

// Checks whether a name has an ending, which is given in lower case. Ignores case: "GAMES.PGN" has
// the ending ".pgn".
bool has_ending(std::string_view name, std::string_view ending);

// Removes a compression suffix: "games.pgn.gz" becomes "games.pgn".
std::string_view without_compression_ending(std::string_view name);

// Suffixes of the files that SQLite creates next to a database.
inline constexpr const char* kSqliteCompanions[] = {"-wal", "-shm", "-journal"};

// Checks whether a file starts like an SQLite database. Returns nothing for empty files, folders,
// pipes, and files that do not exist or cannot be read.
std::optional<bool> starts_as_sqlite(const std::string& path);

bool is_sqlite_file(const std::string& path);

// Returns the database of an SQLite companion file, judged by its suffix. The files need not exist.
std::optional<std::string> database_of_companion(const std::string& path);

// Returns the identity of the file at a path; "-" is standard input. Returns nothing if it is not a
// regular file.
std::optional<FileIdentity> identity_of(const std::string& path);
std::optional<FileIdentity> identity_of_descriptor(int descriptor);

// Returns an error if standard output is redirected to the file, which must then not be read or
// changed.
std::optional<std::string> fault_as_standard_output(const std::optional<FileIdentity>& file);

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Reads at least one byte into `into`, and more if they are available without waiting. Returns
  // the number of bytes; 0 only at the end. Throws IoError if the system cannot read. Precondition:
  // `into` is not empty.
  virtual std::size_t read(std::span<char> into) = 0;

  // Returns the reason why the bytes ended early or are corrupt, as a sentence in the form of an
  // Error. Only valid after read() has returned 0.
  virtual std::optional<std::string> damage() const { return std::nullopt; }

  // Returns whether reading needs much CPU, because the bytes are decompressed. Such a source needs
  // its own thread.
  virtual bool is_cpu_bound() const { return false; }
};

// Reads until `into` is full or the source ends; returns the number of bytes.
std::size_t read_fully(ByteSource& source, std::span<char> into);

// A source that reads a file descriptor: a file of any size, a pipe, or standard input.
class FileSource final : public ByteSource {
 public:
  // Opens a file; "-" is standard input. Does not wait for the writer of a named pipe; read() does.
  // Fails if the system cannot open the file, or if it is a directory or the target of standard
  // output.
  static Result<std::unique_ptr<FileSource>> open(const std::string& path);

  // Copies the rest of `source` to a temporary file without a name, which is removed with this
  // object. `packed` is the compressed file. Returns an error if the copy would be too large, see
  // check_unpacked_size().
  static Result<std::unique_ptr<FileSource>> spool(ByteSource& source, const FileSource& packed);

  ~FileSource() override;

  std::size_t read(std::span<char> into) override;

  // Returns whether this is a regular file, which has a size and allows seeking.
  bool is_regular() const { return total_bytes_.has_value(); }
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

  // Returns the offset of the next byte. May be called from any thread.
  std::uint64_t position() const { return position_.load(std::memory_order_relaxed); }

  // Moves to an offset. Precondition: is_regular(). Throws IoError.
  void seek(std::uint64_t position);

 private:
  FileSource(int descriptor, std::string name);

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> total_bytes_;
  std::atomic<std::uint64_t> position_ = 0;
};

// A source whose first bytes can be inspected before they are read.
class PeekableSource final : public ByteSource {
 public:
  static constexpr std::size_t kPeekBytes = 1024;

  // Reads the first `bytes` bytes of the source.
  explicit PeekableSource(std::shared_ptr<ByteSource> source, std::size_t bytes = kPeekBytes);

  // Returns the first bytes of the source; all of them if it has fewer than `bytes`.
  std::string_view start() const { return start_; }

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override { return source_->damage(); }
  bool is_cpu_bound() const override { return source_->is_cpu_bound(); }

 private:
  std::shared_ptr<ByteSource> source_;
  std::string start_;
  std::size_t start_read_ = 0;
};

// Decompresses zstd frames with a window of at most 128 MB, like `zstd -d`. The data before a
// defect is returned; then the stream ends, and damage() returns the reason.
std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed);

// Decompresses gzip members in the same way.
std::unique_ptr<ByteSource> gzip_source(std::shared_ptr<ByteSource> compressed);

// A temporary file without a name, which is removed with this object. All functions throw IoError
// if the system cannot write or read.
class Spool {
 public:
  Spool();

  // Appends bytes and returns their offset.
  std::uint64_t add(std::string_view bytes);

  // Reads `size` bytes at `offset` into `into`. Precondition: add() has written them.
  void read(std::uint64_t offset, std::size_t size, std::string& into);

 private:
  std::unique_ptr<std::FILE, FileCloser> file_;
  std::uint64_t size_ = 0;
};

// Limits the temporary copies of archives in the whole program. By default, a copy may be
// kMaxUnpackedRatio times as large as the compressed data, or kMinUnpackedLimit if that is more.
void set_max_unpacked(std::uint64_t bytes);

inline constexpr std::uint64_t kMaxUnpackedRatio = 32;
inline constexpr std::uint64_t kMinUnpackedLimit = std::uint64_t{64} << 20;

// Checks the size of a temporary copy while it is written to `descriptor`. `packed_bytes` is the
// size of the compressed data read so far. Returns an error if `unpacked_bytes` exceeds the limit,
// or if the copy would fill the disk.
std::optional<Error> check_unpacked_size(std::uint64_t unpacked_bytes, std::uint64_t packed_bytes,
                                         int descriptor);

}  // namespace arbiter
