// Games divided among files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/io/spool.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/shape_options.h"

namespace arbiter {

// The part of the name of a file that stands for a key, whatever that holds: no separator of
// folders, nothing that a system takes for something else, at most 100 bytes; never empty.
std::string file_name_of(std::string_view key);

struct SplitTarget {
  std::string path;  // with one {}, which the key takes the place of
  bool replaces_databases = false;
  std::vector<std::string> inputs = {};  // must not be replaced
  GameShape shape = {};
  FormatOptions format = {};
};

// By number a file follows the other, and each is there when it is full. By keys the games are put
// aside until the last has come, then written file by file. So never more than two files are open.
class SplitOutput {
 public:
  static constexpr std::size_t kMostFiles = 100'000;

  SplitOutput(const SplitOption& option, SplitTarget target, Console& console);

  // A game as text, and the keys that it goes by.
  std::optional<Error> add(std::string_view game, std::span<const std::string> keys);

  // To be called once, if all is written. Files that follow the one that the error is about are not
  // written.
  std::optional<Error> finish();

  // That are complete.
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
  // By number.
  std::optional<FramedOutput> current_;
  std::uint64_t in_current_ = 0;
  // By keys.
  std::optional<Spool> spool_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::map<std::string, std::size_t> uses_of_name_;  // ASCII letters made small
  std::vector<File> by_name_;
};

}  // namespace arbiter
