#include "lib/io/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace arbiter {
namespace {

constexpr std::size_t kSourceBlockBytes = 256 * 1024;

void support(archive* handle, Container container) {
  using Support = int (*)(archive*);
  constexpr Support kSupport[] = {nullptr,
                                  nullptr,
                                  archive_read_support_filter_bzip2,
                                  archive_read_support_filter_xz,
                                  nullptr,
                                  archive_read_support_format_tar,
                                  archive_read_support_format_zip,
                                  archive_read_support_format_7zip};
  const Support support_container = kSupport[static_cast<std::size_t>(container)];
  assert(support_container != nullptr);
  support_container(handle);
  if (is_compression(container)) {
    archive_read_support_format_raw(handle);
    archive_read_support_format_empty(handle);
  }
}

}  // namespace

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(std::shared_ptr<ByteSource> source,
                                                           Container container) {
  std::unique_ptr<ArchiveReader> reader(new ArchiveReader(std::move(source)));
  const int result = reader->open_handle(container);
  reader->rethrow_source_failure();
  if (result < ARCHIVE_WARN) return Error{reader->reason()};
  return reader;
}

ArchiveReader::ArchiveReader(std::shared_ptr<ByteSource> source)
    : source_(std::move(source)),
      source_block_(new char[kSourceBlockBytes]),
      handle_(archive_read_new()) {
  if (handle_ == nullptr) throw std::bad_alloc();
  if (auto* file = dynamic_cast<FileSource*>(source_.get()); file && file->is_regular()) {
    seekable_ = file;
  }
}

ArchiveReader::~ArchiveReader() { archive_read_free(handle_); }

int ArchiveReader::open_handle(Container container) {
  assert(seekable_ || !needs_seeking(container));
  support(handle_, container);
  archive_read_set_callback_data(handle_, this);
  archive_read_set_read_callback(handle_, read_callback);
  if (needs_seeking(container)) archive_read_set_seek_callback(handle_, seek_callback);
  return archive_read_open1(handle_);
}

la_ssize_t ArchiveReader::read_callback(archive* handle, void* self, const void** block) {
  auto& reader = *static_cast<ArchiveReader*>(self);
  try {
    *block = reader.source_block_.get();
    return static_cast<la_ssize_t>(
        reader.source_->read({reader.source_block_.get(), kSourceBlockBytes}));
  } catch (...) {
    reader.source_failure_ = std::current_exception();
    archive_set_error(handle, EIO, "cannot read");
    return ARCHIVE_FATAL;
  }
}

la_int64_t ArchiveReader::seek_callback(archive* handle, void* self, la_int64_t offset,
                                        int whence) {
  auto& reader = *static_cast<ArchiveReader*>(self);
  try {
    FileSource& file = *reader.seekable_;
    const auto size = static_cast<la_int64_t>(*file.total_bytes());
    const la_int64_t base = whence == SEEK_SET   ? 0
                            : whence == SEEK_CUR ? static_cast<la_int64_t>(file.position())
                                                 : size;
    if (base + offset < 0) return ARCHIVE_FATAL;
    file.seek(static_cast<std::uint64_t>(base + offset));
    return base + offset;
  } catch (...) {
    reader.source_failure_ = std::current_exception();
    archive_set_error(handle, EIO, "cannot seek");
    return ARCHIVE_FATAL;
  }
}

void ArchiveReader::rethrow_source_failure() {
  if (source_failure_) std::rethrow_exception(std::exchange(source_failure_, nullptr));
}

std::string ArchiveReader::reason() const {
  if (const auto below = source_->damage()) return *below;
  const char* const words = archive_error_string(handle_);
  return fmt::format("damaged archive ({})", words ? words : "no reason given");
}

bool ArchiveReader::next_entry() {
  entry_damage_.reset();
  entry_ended_ = false;
  block_ = {};
  delivered_ = 0;
  while (!walk_ended_) {
    const int result = archive_read_next_header(handle_, &entry_);
    rethrow_source_failure();
    if (result == ARCHIVE_RETRY) continue;
    if (result < ARCHIVE_WARN) damage_ = reason();
    walk_ended_ = result == ARCHIVE_EOF || result < ARCHIVE_WARN;
    if (!walk_ended_ && archive_entry_filetype(entry_) == AE_IFREG) return true;
  }
  entry_ended_ = true;
  return false;
}

std::string ArchiveReader::entry_name() const {
  if (const char* name = archive_entry_pathname_utf8(entry_)) return name;
  if (const char* name = archive_entry_pathname(entry_)) return name;
  return "unnamed";
}

// Reads the next block of the entry. Returns false at its end and at damage.
bool ArchiveReader::next_block() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  int result = ARCHIVE_RETRY;
  while (result == ARCHIVE_RETRY) {
    result = archive_read_data_block(handle_, &bytes, &size, &offset);
    rethrow_source_failure();
  }
  entry_ended_ = result == ARCHIVE_EOF || result < ARCHIVE_WARN;
  walk_ended_ = walk_ended_ || result == ARCHIVE_FATAL;
  if (result < ARCHIVE_OK) entry_damage_ = reason();
  if (entry_ended_) return false;
  if (static_cast<std::uint64_t>(offset) != delivered_) {
    entry_damage_ = "damaged archive (a file with holes)";
    entry_ended_ = true;
    return false;
  }
  block_ = {static_cast<const char*>(bytes), size};
  delivered_ += size;
  return true;
}

std::size_t ArchiveReader::read(std::span<char> into) {
  while (block_.empty()) {
    if (entry_ended_ || !next_block()) return 0;
  }
  const std::size_t size = std::min(into.size(), block_.size());
  std::memcpy(into.data(), block_.data(), size);
  block_ = block_.subspan(size);
  return size;
}

namespace {

constexpr int kMaxLayers = 4;

// A stream in a compression that libarchive reads.
class ArchiveStream final : public ByteSource {
 public:
  ArchiveStream(std::shared_ptr<ByteSource> compressed, Container container)
      : reader_(ArchiveReader::open(std::move(compressed), container)) {
    if (reader_) (*reader_)->next_entry();
  }

  std::size_t read(std::span<char> into) override { return reader_ ? (*reader_)->read(into) : 0; }

  bool is_cpu_bound() const override { return true; }

  std::optional<std::string> damage() const override {
    if (!reader_) return reader_.error();
    return (*reader_)->entry_damage() ? (*reader_)->entry_damage() : (*reader_)->damage();
  }

 private:
  Result<std::unique_ptr<ArchiveReader>> reader_;
};

// Replaces a stream with too many layers of compression, because each layer may expand a thousand
// times.
class PackedTooOften final : public ByteSource {
 public:
  std::size_t read(std::span<char>) override { return 0; }
  std::optional<std::string> damage() const override {
    return fmt::format("compressed more than {} times; it was not decompressed", kMaxLayers);
  }
};

std::unique_ptr<ByteSource> without(Container compression, std::shared_ptr<ByteSource> source) {
  if (compression == Container::Zstd) return zstd_source(std::move(source));
  if (compression == Container::Gzip) return gzip_source(std::move(source));
  return std::make_unique<ArchiveStream>(std::move(source), compression);
}

}  // namespace

std::unique_ptr<PeekableSource> decompressed(std::shared_ptr<ByteSource> source) {
  auto stream = std::make_unique<PeekableSource>(std::move(source));
  for (int layer = 0; is_compression(container_of(stream->start())); ++layer) {
    if (layer == kMaxLayers)
      return std::make_unique<PeekableSource>(std::make_unique<PackedTooOften>());
    const Container container = container_of(stream->start());
    stream = std::make_unique<PeekableSource>(without(container, std::move(stream)));
  }
  return stream;
}

}  // namespace arbiter
