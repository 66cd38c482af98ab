// What an answer has cost, for --explain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// How much of something was read: 17 of "block".
struct ReadCount {
  // "byte" (of an index), "file byte" (of everything), and words for one of whatever the store
  // reads.
  std::string_view unit;
  std::uint64_t count = 0;
};

// What a store of several parts was asked, and what it read.
struct AskedQuestion {
  std::string part;  // "shard 1 (127.0.0.1:8123)"
  std::string text;  // SQL
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

}  // namespace arbiter
