// Games split into files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/io/byte_source.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/shape_options.h"

namespace arbiter {

// Returns the part of a file name for a key. It has no folder separators, is not a reserved name of
// a system, and has 1 to 100 bytes.
std::string file_name_of(std::string_view key);

struct SplitTarget {
  std::string path;  // with one {}, which the key replaces
  bool replaces_databases = false;
  std::vector<std::string> inputs = {};  // files that must not be replaced
  GameShape shape = {};
  FormatOptions format = {};
};

// Splits games by number or by keys. By number, each file is complete when it is full. By keys,
// games are buffered until the last one, then written file by file. So at most two files are open.
class SplitOutput {
 public:
  static constexpr std::size_t kMaxFiles = 100'000;

  SplitOutput(const SplitOption& option, SplitTarget target, Console& console);

  // Adds a game as text, and its keys.
  std::optional<Error> add(std::string_view game, std::span<const std::string> keys);

  // To be called once, after the last game. After an error the files that follow are not written.
  std::optional<Error> finish();

  // The number of complete files.
  std::size_t files() const { return files_; }

 private:
  struct Piece {
    std::uint64_t offset;
    std::uint32_t size;
  };
  struct File {
    std::string name;
    std::vector<Piece> games;
  };

  std::optional<Error> add_in_order(std::string_view game);
  Result<FramedOutput> open(const std::string& name);
  std::optional<Error> close_current();
  std::optional<Error> finish(FramedOutput& output);
  std::optional<Error> write(const File& file);
  std::string free_name(const std::string& key);

  SplitOption option_;
  SplitTarget target_;
  Console& console_;
  std::size_t files_ = 0;
  // Used to split by number.
  std::optional<FramedOutput> current_;
  std::uint64_t in_current_ = 0;
  // Used to split by keys.
  std::optional<Spool> spool_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::map<std::string, std::size_t> uses_of_name_;  // in lower case (ASCII)
  std::vector<File> by_name_;
};

}  // namespace arbiter
