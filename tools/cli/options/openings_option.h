// Another table of openings than Arbiter's.
#pragma once

#include <memory>

#include "lib/openings/opening_table.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

struct OpeningsOption {
  std::shared_ptr<const OpeningFile> file = {};  // null: known_openings()

  const OpeningTable& table() const { return file ? file->table() : known_openings(); }
};

// --openings FILE.
Option* add_openings(CommandLine& app, OpeningsOption& openings);

}  // namespace arbiter
