// Archives and compressed streams.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Reads the entries of an archive with libarchive; a compressed stream has one entry without a
// name. All functions pass on an IoError of the source.
class ArchiveReader {
 public:
  // Opens an archive. `container` is not None, Gzip or Zstd. If it needs seeking, `source` must be
  // a regular FileSource. Returns an error if the bytes are not a container of this kind.
  static Result<std::unique_ptr<ArchiveReader>> open(std::shared_ptr<ByteSource> source,
                                                     Container container);

  ~ArchiveReader();

  // Moves to the next regular file. Returns false after the last, and at damage.
  bool next_entry();

  // Returns the path of the entry as written in the archive.
  std::string entry_name() const;

  // Reads the next bytes of the entry, like ByteSource::read.
  std::size_t read(std::span<char> into);

  // Returns why reading the current entry, or the archive, ended early; nothing if it did not.
  const std::optional<std::string>& entry_damage() const { return entry_damage_; }
  std::optional<std::string> damage() const { return damage_ ? damage_ : source_->damage(); }

 private:
  explicit ArchiveReader(std::shared_ptr<ByteSource> source);

  static la_ssize_t read_callback(archive* handle, void* self, const void** block);
  static la_int64_t seek_callback(archive* handle, void* self, la_int64_t offset, int whence);

  int open_handle(Container container);
  bool next_block();
  void rethrow_source_failure();
  std::string reason() const;

  std::shared_ptr<ByteSource> source_;
  FileSource* seekable_ = nullptr;  // `source_` if it is seekable
  std::unique_ptr<char[]> source_block_;
  std::exception_ptr source_failure_;  // rethrown after the C code has returned
  archive* handle_;
  archive_entry* entry_ = nullptr;
  std::span<const char> block_;  // the unread rest of the entry's current block
  std::uint64_t delivered_ = 0;  // bytes of the entry delivered so far, including block_
  bool entry_ended_ = true;
  bool walk_ended_ = false;
  std::optional<std::string> entry_damage_;
  std::optional<std::string> damage_;
};

// Returns the decompressed stream. Removes at most four layers of compression, because a stream can
// decompress to itself. The result may be an archive.
std::unique_ptr<PeekableSource> decompressed(std::shared_ptr<ByteSource> source);

}  // namespace arbiter
