// Where a command writes games in any format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/export/game_layout.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/format_options.h"
#include "tools/cli/unique_lines.h"

namespace arbiter {

class FramedOutput {
 public:
  // Of games in `shape`, whose format came from `format`.
  FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format);

  bool is_file() const { return output_.is_file(); }

  // Whole games as a GameExporter of that shape writes them.
  void write(std::string_view games);

  // As GamesOutput::finish().
  std::optional<Error> finish(InputsRead inputs);

 private:
  void begin();

  GamesOutput output_;
  GamesFrame frame_;
  bool has_begun_ = false;
  std::optional<UniqueLines> unique_;
};

}  // namespace arbiter
