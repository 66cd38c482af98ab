#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::size_t kDecompressedBlock = 256 * 1024;

// A stream of compressed units: members of gzip, or frames of zstd.
class DecodedSource : public ByteSource {
 public:
  // `unit` completes the message for an early end.
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
  // Decodes compressed bytes, which are removed from `from`, and returns the number of bytes in
  // `into`. Calls go_on() or fail().
  virtual std::size_t decode(std::span<const char>& from, std::span<char> into) = 0;

  // Sets whether a unit has begun and not ended, and whether the decoder may hold output for which
  // there was no space.
  void go_on(bool in_unit, bool holds_output) {
    in_unit_ = in_unit;
    holds_output_ = holds_output;
  }
  void fail(std::string damage) {
    damage_ = std::move(damage);
    ended_ = true;
  }

 private:
  // The source may be damaged, because it may be compressed itself.
  void end_at_last_byte() {
    ended_ = true;
    damage_ = source_->damage();
    if (in_unit_ && !damage_) damage_ = fmt::format("cut off in the middle of {}", unit_);
  }

  std::shared_ptr<ByteSource> source_;
  std::string_view unit_;
  std::unique_ptr<char[]> bytes_;
  std::span<const char> left_;  // the unused bytes
  bool in_unit_ = false;
  bool holds_output_ = false;
  bool ended_ = false;
  std::optional<std::string> damage_;
};

constexpr std::size_t kMaxStep = std::size_t{1} << 30;  // zlib counts in 32 bits
constexpr int kGzipWindow = 15 + 16;                    // the largest, with a gzip header

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

  // Skips zero bytes after a member, with which tapes and block devices fill their last block.
  // Returns whether a member follows. Like gzip, accepts nothing after zeros.
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
  // Decodes at most one block of the frame: a call that fails returns no bytes, so each complete
  // block needs its own call.
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
  std::size_t frame_start_ = 0;  // the bytes that the decoder requests at the start of a frame
  std::size_t wanted_ = 0;       // the bytes that it requests for the next step
};

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::shared_ptr<ByteSource> compressed) {
  return std::make_unique<ZstdSource>(std::move(compressed));
}

}  // namespace arbiter
