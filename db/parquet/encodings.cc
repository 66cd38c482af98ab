#include "db/parquet/encodings.h"

#include <algorithm>
#include <array>
#include <bit>

#include "db/parquet/thrift_writer.h"

namespace arbiter {
namespace {

constexpr std::size_t kGroup = 8;       // bit-packed values come in eights
constexpr std::size_t kBlock = 128;     // steps with the same least step
constexpr std::size_t kMiniblock = 32;  // steps with the same width

// Writes values one after another, the lowest bit first.
class BitPacker {
 public:
  BitPacker(unsigned width, std::string& bytes) : width_(width), bytes_(bytes) {}

  void add(std::uint64_t value) {
    constexpr unsigned kHalf = 32;
    if (width_ <= kHalf) return put(value, width_);
    put(value & UINT32_MAX, kHalf);
    put(value >> kHalf, width_ - kHalf);
  }

 private:
  void put(std::uint64_t bits, unsigned count) {
    held_ |= bits << count_;
    for (count_ += count; count_ >= 8; count_ -= 8, held_ >>= 8) {
      bytes_ += static_cast<char>(held_ & 0xFF);
    }
  }

  unsigned width_;
  std::string& bytes_;
  std::uint64_t held_ = 0;  // fewer than 8 bits between two calls
  unsigned count_ = 0;
};

std::size_t run_length(std::span<const std::uint32_t> values) {
  std::size_t length = 1;
  while (length < values.size() && values[length] == values[0]) ++length;
  return length;
}

void append_run(std::uint32_t value, std::size_t length, unsigned width, std::string& bytes) {
  append_varint(length << 1, bytes);
  for (unsigned bit = 0; bit < width; bit += 8) bytes += static_cast<char>(value >> bit & 0xFF);
}

// The last group is filled with zeros.
void append_groups(std::span<const std::uint32_t> values, unsigned width, std::string& bytes) {
  const std::size_t groups = (values.size() + kGroup - 1) / kGroup;
  append_varint(groups << 1 | 1, bytes);
  BitPacker packer(width, bytes);
  for (const std::uint32_t value : values) packer.add(value);
  for (std::size_t i = values.size(); i < groups * kGroup; ++i) packer.add(0);
}

void append_block(std::span<const std::uint64_t> steps, std::string& bytes) {
  std::int64_t least = INT64_MAX;
  for (const std::uint64_t step : steps) least = std::min(least, static_cast<std::int64_t>(step));
  append_zigzag(least, bytes);
  const auto above = [&](std::size_t at) {
    return at < steps.size() ? steps[at] - static_cast<std::uint64_t>(least) : 0;
  };
  std::array<unsigned, kBlock / kMiniblock> widths{};
  for (std::size_t at = 0; at < steps.size(); ++at) {
    unsigned& width = widths[at / kMiniblock];
    width = std::max(width, bit_width(above(at)));
  }
  for (const unsigned width : widths) bytes += static_cast<char>(width);
  for (std::size_t begin = 0; begin < steps.size(); begin += kMiniblock) {
    BitPacker packer(widths[begin / kMiniblock], bytes);
    for (std::size_t at = begin; at < begin + kMiniblock; ++at) packer.add(above(at));
  }
}

}  // namespace

unsigned bit_width(std::uint64_t value) { return static_cast<unsigned>(std::bit_width(value)); }

void append_hybrid(std::span<const std::uint32_t> values, unsigned width, std::string& bytes) {
  std::size_t begin = 0;  // of what is not written yet
  for (std::size_t at = 0; at < values.size();) {
    const std::size_t length = run_length(values.subspan(at));
    // A run begins where whole groups end before it.
    const std::size_t missing = (kGroup - (at - begin) % kGroup) % kGroup;
    if (length < missing + kGroup) {
      at += length;
      continue;
    }
    if (at + missing > begin) {
      append_groups(values.subspan(begin, at + missing - begin), width, bytes);
    }
    append_run(values[at], length - missing, width, bytes);
    at += length;
    begin = at;
  }
  if (begin < values.size()) append_groups(values.subspan(begin), width, bytes);
}

void append_deltas(std::span<const std::int64_t> values, std::string& bytes) {
  append_varint(kBlock, bytes);
  append_varint(kBlock / kMiniblock, bytes);
  append_varint(values.size(), bytes);
  append_zigzag(values.empty() ? 0 : values[0], bytes);
  std::array<std::uint64_t, kBlock> steps;
  for (std::size_t at = 1; at < values.size();) {
    std::size_t count = 0;
    for (; count < kBlock && at < values.size(); ++count, ++at) {
      steps[count] =
          static_cast<std::uint64_t>(values[at]) - static_cast<std::uint64_t>(values[at - 1]);
    }
    append_block(std::span(steps).first(count), bytes);
  }
}

}  // namespace arbiter
