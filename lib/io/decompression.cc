#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;

// A block of compressed bytes that is refilled when it is used up.
class CompressedBlock {
 public:
  explicit CompressedBlock(std::shared_ptr<ByteSource> source)
      : source_(std::move(source)), bytes_(new char[kBlockBytes]) {}

  // Returns the unused bytes; empty at the start and after the last refill.
  std::span<const char> left() const { return left_; }

  void use(std::size_t size) { left_ = left_.subspan(size); }

  // Reads the next block. Precondition: left() is empty. Returns false at the end of the source.
  bool refill() {
    assert(left_.empty());
    left_ = {bytes_.get(), source_->read({bytes_.get(), kBlockBytes})};
    return !left_.empty();
  }

  // Returns the damage of the source, which may be compressed itself.
  std::optional<std::string> damage() const { return source_->damage(); }

 private:
  std::shared_ptr<ByteSource> source_;
  std::unique_ptr<char[]> bytes_;
  std::span<const char> left_;
};

constexpr std::size_t kMaxStep = std::size_t{1} << 30;  // zlib counts in 32 bits
constexpr int kGzipWindow = 15 + 16;                    // the largest, with a gzip header

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::shared_ptr<ByteSource> compressed) : block_(std::move(compressed)) {
    if (inflateInit2(&decoder_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }

  ~GzipSource() override { inflateEnd(&decoder_); }

  std::size_t read(std::span<char> into) override {
    const std::size_t room = std::min(into.size(), kMaxStep);
    decoder_.next_out = reinterpret_cast<Bytef*>(into.data());
    decoder_.avail_out = static_cast<uInt>(room);
    while (!ended_ && decoder_.avail_out > 0) {
      if (block_.left().empty() && !holds_output_) {
        if (decoder_.avail_out < room) break;
        if (!block_.refill()) {
          end_at_last_byte();
          break;
        }
      }
      decode();
    }
    return room - decoder_.avail_out;
  }

  std::optional<std::string> damage() const override { return damage_; }
  bool is_cpu_bound() const override { return true; }

 private:
  void decode() {
    const std::span<const char> left = block_.left();
    decoder_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
    decoder_.avail_in = static_cast<uInt>(left.size());
    const int result = inflate(&decoder_, Z_NO_FLUSH);
    block_.use(left.size() - decoder_.avail_in);
    in_member_ = result != Z_STREAM_END;
    holds_output_ = in_member_ && decoder_.avail_out == 0;
    if (result == Z_STREAM_END) {
      inflateReset(&decoder_);
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      damage_ = fmt::format("damaged gzip data ({})", decoder_.msg ? decoder_.msg : "no reason");
      ended_ = true;
    }
  }

  void end_at_last_byte() {
    ended_ = true;
    damage_ = block_.damage();
    if (in_member_ && !damage_) damage_ = "cut off in the middle of gzip data";
  }

  CompressedBlock block_;
  z_stream decoder_{};
  bool in_member_ = false;
  bool holds_output_ = false;
  bool ended_ = false;
  std::optional<std::string> damage_;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::shared_ptr<ByteSource> compressed) {
  return std::make_unique<GzipSource>(std::move(compressed));
}

namespace {

struct FreeDecoder {
  void operator()(ZSTD_DStream* decoder) const { ZSTD_freeDStream(decoder); }
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::shared_ptr<ByteSource> compressed)
      : block_(std::move(compressed)), decoder_(ZSTD_createDStream()) {
    if (!decoder_) throw std::bad_alloc();
    wanted_ = frame_start_ = ZSTD_initDStream(decoder_.get());
  }

  std::size_t read(std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (!ended_ && out.pos < out.size) {
      if (block_.left().empty() && !holds_output_) {
        if (out.pos > 0) break;
        if (!block_.refill()) {
          end_at_last_byte();
          break;
        }
      }
      decode(out);
    }
    return out.pos;
  }

  std::optional<std::string> damage() const override { return damage_; }
  bool is_cpu_bound() const override { return true; }

 private:
  // Decodes at most one block of the frame: a call that fails returns no bytes, so each complete
  // block needs its own call.
  void decode(ZSTD_outBuffer& out) {
    const std::span<const char> left = block_.left();
    ZSTD_inBuffer in{left.data(), std::min(left.size(), wanted_), 0};
    const std::size_t result = ZSTD_decompressStream(decoder_.get(), &out, &in);
    if (ZSTD_isError(result)) {
      damage_ = fmt::format("damaged zstd data ({})", ZSTD_getErrorName(result));
      ended_ = true;
      return;
    }
    block_.use(in.pos);
    in_frame_ = result != 0;
    wanted_ = in_frame_ ? result : frame_start_;
    holds_output_ = in_frame_ && out.pos == out.size;
  }

  void end_at_last_byte() {
    ended_ = true;
    damage_ = block_.damage();
    if (in_frame_ && !damage_) damage_ = "cut off in the middle of a zstd frame";
  }

  CompressedBlock block_;
  std::unique_ptr<ZSTD_DStream, FreeDecoder> decoder_;
  std::size_t frame_start_ = 0;  // the decoder's wish for the first bytes of a frame
  std::size_t wanted_ = 0;       // the decoder's wish for the next step
  bool in_frame_ = false;        // between a frame's first byte and its last
  bool holds_output_ = false;    // the decoder may have output that had no room
  bool ended_ = false;
  std::optional<std::string> damage_;
};

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed) {
  return std::make_unique<ZstdSource>(std::move(compressed));
}

}  // namespace arbiter
