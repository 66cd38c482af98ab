// --split.
#pragma once

#include <cstdint>
#include <optional>

#include "db/stream/file_filter.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

struct SplitOption {
  std::uint64_t games = 0;             // a file; 0: not by number
  std::optional<SplitKeys> keys = {};  // nothing: not by tags

  bool is_given() const { return games > 0 || keys; }
};

void add_split(CommandLine& app, SplitOption& split);

}  // namespace arbiter
