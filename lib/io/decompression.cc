#include "lib/io/decompression.h"

#include <cassert>
#include <utility>

namespace arbiter {
namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;

}  // namespace

CompressedBlock::CompressedBlock(std::shared_ptr<ByteSource> source)
    : source_(std::move(source)), bytes_(new char[kBlockBytes]) {}

bool CompressedBlock::refill() {
  assert(left_.empty());
  left_ = {bytes_.get(), source_->read({bytes_.get(), kBlockBytes})};
  return !left_.empty();
}

}  // namespace arbiter
