#include "lib/io/unwrap.h"

#include <fmt/format.h>

#include <utility>

#include "lib/io/archive_reader.h"
#include "lib/io/container.h"
#include "lib/io/decompression.h"
#include "lib/io/utf16_source.h"

namespace arbiter {
namespace {

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
