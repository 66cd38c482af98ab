// One archive or compressed stream being read by libarchive.
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
#include "lib/io/file_kind.h"

namespace arbiter {

// Walks the entries of an archive; a compressed stream is one nameless entry.
// IoError of the source underneath passes through all calls.
class ArchiveReader {
 public:
  // `container` is anything but None, Gzip and Zstd. Where it needs seeking,
  // `source` has to be a regular FileSource. Fails on bytes that are no such
  // container after all.
  static Result<std::unique_ptr<ArchiveReader>> open(std::shared_ptr<ByteSource> source,
                                                     Container container);

  ~ArchiveReader();

  // Goes to the next regular file. False after the last, and at a fault.
  bool next_entry();

  // The path of the entry as written in the archive.
  std::string entry_name() const;

  // Reads on in the current entry, as ByteSource::read.
  std::size_t read(std::span<char> into);

  // The fault that ended the current entry; the fault that ended the walk.
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
  FileSource* seekable_ = nullptr;  // source_, where it can be sought in
  std::unique_ptr<char[]> source_block_;
  std::exception_ptr source_failure_;  // kept while C code is on the stack
  archive* handle_;
  archive_entry* entry_ = nullptr;
  std::span<const char> block_;  // what is left of the entry's current block
  std::uint64_t delivered_ = 0;  // bytes of the entry, block_ among them
  bool entry_ended_ = true;
  bool walk_ended_ = false;
  std::optional<std::string> entry_damage_;
  std::optional<std::string> damage_;
};

}  // namespace arbiter
