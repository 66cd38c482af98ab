#include "lib/io/archive_reader.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "lib/io/byte_source.h"

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
    entry_damage_ = "damaged archive (parts of a file are missing)";
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

// A stream in a compression supported by libarchive.
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

// Replaces a stream that has too many layers of compression. Such a stream is not decompressed,
// because each layer may expand it a thousandfold.
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

namespace {

constexpr std::size_t kDecompressedBlock = 256 * 1024;

// A stream of compressed units: members of gzip, or frames of zstd.
class DecodedSource : public ByteSource {
 public:
  // `unit` is used in the message about a truncated stream.
  DecodedSource(std::shared_ptr<ByteSource> compressed, std::string_view unit)
      : source_(std::move(compressed)), unit_(unit), bytes_(new char[kDecompressedBlock]) {}

  std::size_t read(std::span<char> into) final {
    std::size_t size = 0;
    while (!ended_ && size < into.size()) {
      if (left_.empty() && !holds_output_) {
        if (size > 0) break;
        left_ = {bytes_.get(), source_->read({bytes_.get(), kDecompressedBlock})};
        if (left_.empty()) {
          end_at_last_byte();
          break;
        }
      }
      size += decode(left_, into.subspan(size));
    }
    return size;
  }
  std::optional<std::string> damage() const final { return damage_; }
  bool is_cpu_bound() const final { return true; }

 protected:
  // Decodes bytes, which are removed from `from`. Returns the number of bytes written to `into`.
  // Calls go_on() or fail().
  virtual std::size_t decode(std::span<const char>& from, std::span<char> into) = 0;

  // Sets whether a unit is incomplete, and whether the decoder may hold buffered output.
  void go_on(bool in_unit, bool holds_output) {
    in_unit_ = in_unit;
    holds_output_ = holds_output;
  }
  void fail(std::string damage) {
    damage_ = std::move(damage);
    ended_ = true;
  }

 private:
  // Ends the stream at the last byte of the source. The source may be compressed too, so it may
  // itself be damaged.
  void end_at_last_byte() {
    ended_ = true;
    damage_ = source_->damage();
    if (in_unit_ && !damage_) damage_ = fmt::format("cut off in the middle of {}", unit_);
  }

  std::shared_ptr<ByteSource> source_;
  std::string_view unit_;
  std::unique_ptr<char[]> bytes_;
  std::span<const char> left_;  // bytes that were read but not decoded yet
  bool in_unit_ = false;
  bool holds_output_ = false;
  bool ended_ = false;
  std::optional<std::string> damage_;
};

constexpr std::size_t kMaxStep = std::size_t{1} << 30;  // zlib counts in 32 bits
constexpr int kGzipWindow = 15 + 16;                    // maximum window, with gzip header

class GzipSource final : public DecodedSource {
 public:
  explicit GzipSource(std::shared_ptr<ByteSource> compressed)
      : DecodedSource(std::move(compressed), "gzip data") {
    if (inflateInit2(&decoder_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }

  ~GzipSource() override { inflateEnd(&decoder_); }

 private:
  std::size_t decode(std::span<const char>& from, std::span<char> into) override {
    if (is_after_member_ && !skip_padding(from)) return 0;
    const std::size_t space = std::min(into.size(), kMaxStep);
    decoder_.next_out = reinterpret_cast<Bytef*>(into.data());
    decoder_.avail_out = static_cast<uInt>(space);
    decoder_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
    decoder_.avail_in = static_cast<uInt>(from.size());
    const int result = inflate(&decoder_, Z_NO_FLUSH);
    from = from.last(decoder_.avail_in);
    const bool in_member = result != Z_STREAM_END;
    go_on(in_member, in_member && decoder_.avail_out == 0);
    is_after_member_ = !in_member;
    if (!in_member) {
      inflateReset(&decoder_);
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail(fmt::format("damaged gzip data ({})", decoder_.msg ? decoder_.msg : "no reason"));
    }
    return space - decoder_.avail_out;
  }

  // Skips zero padding after a member, as on tapes and block devices. Returns whether a member
  // follows. Like gzip, accepts nothing after padding.
  bool skip_padding(std::span<const char>& from) {
    const auto end = std::ranges::find_if(from, [](char c) { return c != '\0'; });
    const auto size = static_cast<std::size_t>(end - from.begin());
    from = from.subspan(size);
    has_padding_ = has_padding_ || size > 0;
    if (from.empty() || !has_padding_) return !from.empty();
    fail("damaged gzip data (more data after zero padding)");
    return false;
  }

  z_stream decoder_{};
  bool is_after_member_ = false;
  bool has_padding_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::shared_ptr<ByteSource> compressed) {
  return std::make_unique<GzipSource>(std::move(compressed));
}

namespace {

struct FreeDecoder {
  void operator()(ZSTD_DStream* decoder) const { ZSTD_freeDStream(decoder); }
};

class ZstdSource final : public DecodedSource {
 public:
  explicit ZstdSource(std::shared_ptr<ByteSource> compressed)
      : DecodedSource(std::move(compressed), "a zstd frame"), decoder_(ZSTD_createDStream()) {
    if (!decoder_) throw std::bad_alloc();
    wanted_ = frame_start_ = ZSTD_initDStream(decoder_.get());
  }

 private:
  // Decodes at most one block per call, because a failing call returns no bytes.
  std::size_t decode(std::span<const char>& from, std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    ZSTD_inBuffer in{from.data(), std::min(from.size(), wanted_), 0};
    const std::size_t result = ZSTD_decompressStream(decoder_.get(), &out, &in);
    if (ZSTD_isError(result)) {
      fail(fmt::format("damaged zstd data ({})", ZSTD_getErrorName(result)));
      return out.pos;
    }
    from = from.subspan(in.pos);
    const bool in_frame = result != 0;
    wanted_ = in_frame ? result : frame_start_;
    go_on(in_frame, in_frame && out.pos == out.size);
    return out.pos;
  }
  std::unique_ptr<ZSTD_DStream, FreeDecoder> decoder_;
  // Number of bytes that the decoder requests at the start of a frame.
  std::size_t frame_start_ = 0;
  std::size_t wanted_ = 0;  // number of bytes requested for the next step
};

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed) {
  return std::make_unique<ZstdSource>(std::move(compressed));
}

}  // namespace arbiter
