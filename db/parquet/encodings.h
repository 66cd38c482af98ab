// How Parquet packs the values of a page (Apache Parquet, "Encodings").
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arbiter {

// The bits that `value` needs: 0 for 0.
unsigned bit_width(std::uint64_t value);

// RLE: runs of equal values, and groups of eight bit-packed values between them. Precondition: each
// value has at most `width` bits, 32 of them.
void append_hybrid(std::span<const std::uint32_t> values, unsigned width, std::string& bytes);

// DELTA_BINARY_PACKED: the steps between values in blocks of 128. Steps wrap around, so that every
// value comes back.
void append_deltas(std::span<const std::int64_t> values, std::string& bytes);

}  // namespace arbiter
