// Functions and classes that the implementations of the library share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/io/input_files.h"
#include "lib/laws/wording.h"
#include "lib/validate/file_validation.h"
#include "tools/library/api.h"

namespace arbiter::api {

// Throws Error if a game file was binary.
inline void check_text(const FileTotals& totals, const std::string& name) {
  if (totals.counts[index_of(DiagnosticCode::BinaryFile)] > 0) {
    throw Error(name + ": it is not text", {.file = name});
  }
}

inline bool goes_on(const WorkOptions& options) { return !options.goes_on || options.goes_on(); }

// Throws Error if `goes_on` returns false.
inline void check_goes_on(const WorkOptions& options) {
  if (!goes_on(options)) throw Error("stopped");
}

// A file, a folder, or bytes in memory.
class Source::Part {
 public:
  std::string path;
  std::string name;                    // name for messages
  std::shared_ptr<const void> memory;  // the owner of the bytes; null for a path
};

// Returns the game files of a folder, or the part itself. Throws Error.
std::vector<Source::Part> files_of(const Source::Part& part);

// Throws Error with the reason why a file cannot be opened.
[[noreturn]] void fail_to_open(const std::string& name, const std::string& path,
                               const std::string& why);

// Calls `use` with each game file of a source and its name for messages, until `use` returns false.
// Throws Error.
template <class Use>
void for_each_member(const Source& source, Use use) {
  const auto fail = [](const std::string& file, const std::string& why) {
    throw Error(file + ": " + why, {.file = file});
  };
  const auto use_file = [&](const std::string& path, const std::string& name) {
    const auto input = open_input(path);
    if (!input) fail_to_open(name, path, input.error());
    try {
      while (const auto member = (*input)->next_member()) {
        const bool has_path = member->name.starts_with(path);
        const std::string shown = has_path ? name + member->name.substr(path.size()) : member->name;
        if (!use(*member, shown)) return false;
        if (const auto damage = member->source.damage()) fail(shown, *damage);
      }
    } catch (const IoError& error) {
      fail(name, error.what());
    }
    if (const auto damage = (*input)->damage()) fail(name, *damage);
    return true;
  };
  for (const Source::Part& part : source.parts()) {
    for (const Source::Part& file : files_of(part)) {
      if (!use_file(file.path, file.name)) return;
    }
  }
}

// Reads games on a thread. `read_all` calls its argument with each byte source and its name, until
// the argument returns false.
using UseBytes = std::function<bool(ByteSource& bytes, const std::string& name)>;
Games read_games(std::function<void(const UseBytes& use)> read_all, const ReadOptions& options);

class Position::Implementation {
 public:
  Setup first;
  std::vector<arbiter::Move> moves;
  arbiter::Position position;

  GameHistory history() const { return {first, moves, position}; }
};

}  // namespace arbiter::api
