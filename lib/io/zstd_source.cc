#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "lib/io/decompression.h"

namespace arbiter {
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
  // One step of at most one block of the frame: a call that fails hands out
  // nothing, so each block that is whole has to have its own.
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
