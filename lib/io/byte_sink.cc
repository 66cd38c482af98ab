#include "lib/io/byte_sink.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <utility>

#include "lib/base/io_error.h"

namespace arbiter {

void write_fully(int descriptor, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      throw IoError(fmt::format("{}: {}", name, reason_of_errno(errno)));
    }
  }
}

namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 16;

class DescriptorSink final : public ByteSink {
 public:
  DescriptorSink(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}

  void write(std::string_view bytes) override {
    if (buffer_.size() + bytes.size() > kBufferSize) write_out(std::exchange(buffer_, {}));
    if (bytes.size() > kBufferSize) return write_out(bytes);
    buffer_ += bytes;
  }

  void finish() override { write_out(std::exchange(buffer_, {})); }

 private:
  void write_out(std::string_view bytes) { write_fully(descriptor_, bytes, name_); }

  int descriptor_;
  std::string name_;
  std::string buffer_;
};

}  // namespace

std::unique_ptr<ByteSink> descriptor_sink(int descriptor, std::string name) {
  return std::make_unique<DescriptorSink>(descriptor, std::move(name));
}

namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 16;
constexpr int kGzipWindow = 15 + 16;  // the largest, with a gzip header
constexpr int kGzipMemory = 8;        // zlib's default

class GzipSink final : public ByteSink {
 public:
  explicit GzipSink(std::unique_ptr<ByteSink> target) : target_(std::move(target)) {
    if (deflateInit2(&encoder_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kGzipMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipSink() override { deflateEnd(&encoder_); }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kBlockSize);
      encode(part, Z_NO_FLUSH);
      bytes.remove_prefix(part.size());
    }
  }

  void finish() override {
    encode({}, Z_FINISH);
    target_->finish();
  }

 private:
  void encode(std::string_view bytes, int flush) {
    encoder_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    encoder_.avail_in = static_cast<uInt>(bytes.size());
    do {
      encoder_.next_out = reinterpret_cast<Bytef*>(block_.data());
      encoder_.avail_out = static_cast<uInt>(block_.size());
      deflate(&encoder_, flush);
      target_->write({block_.data(), block_.size() - encoder_.avail_out});
    } while (encoder_.avail_out == 0);
  }

  std::unique_ptr<ByteSink> target_;
  z_stream encoder_{};
  std::array<char, kBlockSize> block_;
};

struct FreeEncoder {
  void operator()(ZSTD_CStream* encoder) const { ZSTD_freeCStream(encoder); }
};

class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(std::unique_ptr<ByteSink> target)
      : target_(std::move(target)), encoder_(ZSTD_createCStream()) {
    if (!encoder_) throw std::bad_alloc();
  }

  void write(std::string_view bytes) override { encode(bytes, ZSTD_e_continue); }

  void finish() override {
    encode({}, ZSTD_e_end);
    target_->finish();
  }

 private:
  void encode(std::string_view bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    bool is_done = false;
    while (!is_done) {
      ZSTD_outBuffer out{block_.data(), block_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(encoder_.get(), &out, &in, directive);
      if (ZSTD_isError(left)) throw std::bad_alloc();  // the one thing that can be missing
      target_->write({block_.data(), out.pos});
      is_done = directive == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
  }

  std::unique_ptr<ByteSink> target_;
  std::unique_ptr<ZSTD_CStream, FreeEncoder> encoder_;
  std::array<char, kBlockSize> block_;
};

}  // namespace

std::unique_ptr<ByteSink> gzip_sink(std::unique_ptr<ByteSink> target) {
  return std::make_unique<GzipSink>(std::move(target));
}

std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> target) {
  return std::make_unique<ZstdSink>(std::move(target));
}

}  // namespace arbiter
