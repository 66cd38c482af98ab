#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "lib/base/io_error.h"
#include "lib/io/byte_sink.h"

namespace arbiter {
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
  void write_out(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        throw IoError(fmt::format("{}: {}", name_, reason_of_errno(errno)));
      }
    }
  }

  int descriptor_;
  std::string name_;
  std::string buffer_;
};

}  // namespace

std::unique_ptr<ByteSink> descriptor_sink(int descriptor, std::string name) {
  return std::make_unique<DescriptorSink>(descriptor, std::move(name));
}

}  // namespace arbiter
