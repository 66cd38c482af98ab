// A text as a file that is read in portions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/io/byte_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A source of bytes in portions, whose sizes are repeated cyclically.
class PortionSource final : public ByteSource {
 public:
  bool is_packed = false;  // the value of is_cpu_bound()

  explicit PortionSource(std::string_view bytes, std::vector<std::size_t> portions = {1 << 16})
      : rest_(bytes), portions_(std::move(portions)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t portion = portions_[reads_++ % portions_.size()];
    const std::size_t size = rest_.copy(into.data(), std::min(into.size(), portion));
    rest_.remove_prefix(size);
    return size;
  }
  bool is_cpu_bound() const override { return is_packed; }
  std::uint64_t unread() const { return rest_.size(); }

 private:
  std::string_view rest_;
  std::vector<std::size_t> portions_;
  std::size_t reads_ = 0;
};

}  // namespace arbiter::testing
