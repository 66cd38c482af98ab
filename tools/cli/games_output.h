// Where a command writes games: standard output or a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/output_file.h"
#include "tools/cli/options/option_helpers.h"
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

}  // namespace arbiter
