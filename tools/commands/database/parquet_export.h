// arbiter export --format parquet
#pragma once

#include <cstdint>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct ParquetExport {
  const GameInput& input;
  FindQuery query;
  OutputOption output;
  bool has_positions = false;
  std::uint64_t partitions = 1;  // of positions; a file each
  bool quiet = false;
};

// Writes the games, or their positions, as columns (db/columns). A file appears when it is
// complete.
Result<ExitCode> write_parquet(const ParquetExport& order, Console& console);

}  // namespace arbiter
