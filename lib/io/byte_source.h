// Ending reads that wait for input which may never come.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/io_error.h"
#include "lib/base/result.h"

namespace arbiter {

// Thrown by such a read.
class InterruptedRead : public IoError {
 public:
  InterruptedRead() : IoError("interrupted while waiting for input") {}
};

// While this lives, reads of pipes and terminals can be interrupted. One at a time.
class ReadInterruption {
 public:
  ReadInterruption();
  ReadInterruption(const ReadInterruption&) = delete;
  ReadInterruption& operator=(const ReadInterruption&) = delete;
  ~ReadInterruption();

  // From now on a read that would have to wait throws. May be called by a handler of signals.
  static void interrupt();
};

// Waits until something can be read. Throws InterruptedRead.
void wait_for_input(int descriptor);

// Where bytes come from: files, pipes, and the start of either looked at first.

// A stream of bytes, read once from front to back.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // Puts the next bytes into `into`, which is not empty, and returns how many:
  // at least one, as many as are there without waiting, 0 at the end only.
  // Throws IoError where the system cannot read.
  virtual std::size_t read(std::span<char> into) = 0;

  // Why the bytes ended before they should have, or cannot be trusted: one
  // sentence as in Error. To be asked once read() has returned 0.
  virtual std::optional<std::string> damage() const { return std::nullopt; }

  // Whether reading is work for the processor, since the bytes have to be
  // unpacked: worth a thread of its own.
  virtual bool is_cpu_bound() const { return false; }
};

// Reads until `into` is full or the source ends; returns the number of bytes.
std::size_t read_fully(ByteSource& source, std::span<char> into);

// A file descriptor: a file of any size, a pipe, standard input.
class FileSource final : public ByteSource {
 public:
  // "-" is standard input. The error is the system's reason, or that the file is a directory, or
  // the one that standard output goes to.
  static Result<std::unique_ptr<FileSource>> open(const std::string& path);

  // An unnamed file that vanishes with this object, filled with all that is
  // left of `source`, which ends up at its start.
  static std::unique_ptr<FileSource> spool(ByteSource& source);

  ~FileSource() override;

  std::size_t read(std::span<char> into) override;

  // Whether this is a regular file, which has a size and can be sought in.
  bool is_regular() const { return total_bytes_.has_value(); }
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

  // The place of the next byte to be read. May be asked from any thread.
  std::uint64_t position() const { return position_.load(std::memory_order_relaxed); }

  // Precondition: is_regular(). Throws IoError.
  void seek(std::uint64_t position);

 private:
  FileSource(int descriptor, std::string name);

  int descriptor_;
  std::string name_;
  std::optional<std::uint64_t> total_bytes_;
  std::atomic<std::uint64_t> position_ = 0;
};

// Another source whose first bytes can be looked at before they are read.
class PeekableSource final : public ByteSource {
 public:
  static constexpr std::size_t kPeekBytes = 1024;

  explicit PeekableSource(std::shared_ptr<ByteSource> source);

  // The first bytes of the source, fewer than kPeekBytes only if it has fewer.
  std::string_view start() const { return {start_.data(), start_size_}; }

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override { return source_->damage(); }
  bool is_cpu_bound() const override { return source_->is_cpu_bound(); }

 private:
  std::shared_ptr<ByteSource> source_;
  std::array<char, kPeekBytes> start_;
  std::size_t start_size_ = 0;
  std::size_t start_read_ = 0;
};

// One or more zstd frames with a window of at most 128 MB, as `zstd -d` takes
// them. Costs what ZSTD_decompressStream does: it writes into the caller's span.
std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed);

// One or more gzip members.
std::unique_ptr<ByteSource> gzip_source(std::shared_ptr<ByteSource> compressed);

}  // namespace arbiter
