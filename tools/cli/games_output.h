// Where a command writes games: standard output or a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/export/game_layout.h"
#include "lib/io/output_file.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// How much of the inputs of a run was read.
enum class InputsRead : std::uint8_t { All, NotAll };

// A file is replaced as a whole or not at all: see OutputFile. Errors name the file.
class GamesOutput {
 public:
  // Where -o says. `inputs` are files that are read for it; a file that is one of them, that
  // belongs to a database or is one, is refused.
  static Result<GamesOutput> open(const OutputOption& option,
                                  const std::vector<std::string>& inputs, Console& console);

  // The file itself, to be replaced by its games in another form. Pipes, compressed files and
  // databases are refused.
  static Result<GamesOutput> in_place_of(const std::string& path, Console& console);

  bool is_file() const { return file_ != nullptr; }

  void write(std::string_view games);

  // To be called once, if all is written; otherwise the file is left as it is. Says what got lost
  // with the file that was replaced. The error is that this file has changed meanwhile, or that
  // not all inputs were read: an output that lacks some of its games replaces no file.
  std::optional<Error> finish(InputsRead inputs);

 private:
  GamesOutput(std::string path, std::unique_ptr<OutputFile> file, Console& console);

  std::string path_;
  std::unique_ptr<OutputFile> file_;  // null: standard output
  Console* console_;
};

// Remembers 128 bits of each position, about 50 bytes of memory: two positions with the same ones
// would be taken for one, which does not happen (once in 10^20 for a billion positions).
class UniqueLines {
 public:
  // Those lines of a format of positions whose position has not come before. Lives until the next
  // call.
  std::string_view of(std::string_view lines);

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct FirstHalf {
    std::size_t operator()(const Hash& hash) const { return hash.first; }
  };

  std::unordered_set<Hash, FirstHalf> known_;
  std::string kept_;
};

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
