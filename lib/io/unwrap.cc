#include "lib/io/unwrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "lib/io/archive_reader.h"
#include "lib/io/byte_source.h"
#include "lib/io/file_kind.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlockBytes = 32 * 1024;

class Utf16Source final : public ByteSource {
 public:
  // `byte_order` is Utf16Le or Utf16Be. A byte order mark is not delivered.
  Utf16Source(std::shared_ptr<ByteSource> source, Encoding byte_order)
      : source_(std::move(source)), decoder_(byte_order) {}

  std::size_t read(std::span<char> into) override {
    while (utf8_read_ == utf8_.size()) {
      if (ended_) return 0;
      refill();
    }
    const std::size_t size = std::min(into.size(), utf8_.size() - utf8_read_);
    std::memcpy(into.data(), utf8_.data() + utf8_read_, size);
    utf8_read_ += size;
    return size;
  }
  std::optional<std::string> damage() const override { return source_->damage(); }

 private:
  void refill() {
    std::array<char, kBlockBytes> block;
    const std::size_t size = source_->read(block);
    utf8_.clear();
    utf8_read_ = 0;
    if (size == 0) {
      ended_ = true;
      decoder_.finish(utf8_);
      return;
    }
    decoder_.append({block.data(), size}, utf8_);
    if (at_start_ && !utf8_.empty()) {
      at_start_ = false;
      utf8_read_ = byte_order_mark_size(utf8_);
    }
  }

  std::shared_ptr<ByteSource> source_;
  Utf16Decoder decoder_;
  std::string utf8_;
  std::size_t utf8_read_ = 0;
  bool at_start_ = true;
  bool ended_ = false;
};

constexpr int kMostLayers = 4;

// The compressions that libarchive reads for us, as a stream.
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

// In place of what is packed more often than anybody packs files: each layer may be a thousand
// times as large as the one around it.
class PackedTooOften final : public ByteSource {
 public:
  std::size_t read(std::span<char>) override { return 0; }
  std::optional<std::string> damage() const override {
    return fmt::format("compressed more than {} times over; it is not unpacked", kMostLayers);
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
    if (layer == kMostLayers)
      return std::make_unique<PeekableSource>(std::make_unique<PackedTooOften>());
    const Container container = container_of(stream->start());
    stream = std::make_unique<PeekableSource>(without(container, std::move(stream)));
  }
  return stream;
}

Utf8Stream without_utf16(std::unique_ptr<PeekableSource> source) {
  const std::optional<Encoding> byte_order = find_utf16(source->start());
  if (!byte_order) return {std::move(source), std::nullopt};
  return {std::make_unique<Utf16Source>(std::move(source), *byte_order), byte_order};
}

}  // namespace arbiter
