#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>

#include "lib/io/decompression.h"

namespace arbiter {
namespace {

constexpr std::size_t kLargestStep = std::size_t{1} << 30;  // zlib counts in 32 bits
constexpr int kGzipWindow = 15 + 16;                        // the largest, with a gzip header

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::shared_ptr<ByteSource> compressed) : block_(std::move(compressed)) {
    if (inflateInit2(&decoder_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }

  ~GzipSource() override { inflateEnd(&decoder_); }

  std::size_t read(std::span<char> into) override {
    const std::size_t room = std::min(into.size(), kLargestStep);
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

}  // namespace arbiter
