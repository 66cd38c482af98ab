// What an answer has cost, for --explain.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/model/namespaces.h"

namespace arbiter::db::model {

// How much of something was read: 17 of "block".
struct ReadCount {
  // "byte" (of an index), "file byte" (of everything), and words for one of whatever the store
  // reads.
  std::string_view unit;
  std::uint64_t count = 0;
};

}  // namespace arbiter::db::model
