#include "lib/io/utf16_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace arbiter {
namespace {

constexpr std::size_t kBlockBytes = 32 * 1024;

}  // namespace

Utf16Source::Utf16Source(std::shared_ptr<ByteSource> source, Encoding byte_order)
    : source_(std::move(source)), decoder_(byte_order) {}

std::size_t Utf16Source::read(std::span<char> into) {
  while (utf8_read_ == utf8_.size()) {
    if (ended_) return 0;
    refill();
  }
  const std::size_t size = std::min(into.size(), utf8_.size() - utf8_read_);
  std::memcpy(into.data(), utf8_.data() + utf8_read_, size);
  utf8_read_ += size;
  return size;
}

void Utf16Source::refill() {
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

}  // namespace arbiter
