// The game files of a source.
#pragma once

#include <string>

#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "lib/validate/file_validation.h"
#include "tools/library/api.h"

namespace arbiter::api {

// Throws Error if a file of games was binary.
inline void check_text(const FileTotals& totals, const std::string& name) {
  if (totals.counts[index_of(DiagnosticCode::BinaryFile)] > 0) {
    throw Error(name + ": it is not text", {.file = name});
  }
}

inline bool goes_on(const WorkOptions& options) { return !options.goes_on || options.goes_on(); }

// Throws Error if the work must not continue.
inline void check_goes_on(const WorkOptions& options) {
  if (!goes_on(options)) throw Error("stopped");
}

// Calls `use` with each game file of a source and its name for messages, until `use` returns false.
// Throws Error.
template <class Use>
void for_each_member(const Source& source, Use use) {
  const std::string& name = source.name();
  const auto fail = [](const std::string& file, const std::string& why) {
    throw Error(file + ": " + why, {.file = file});
  };
  const auto input = open_input(source.path());
  if (!input) fail(name, input.error());
  try {
    while (const auto member = (*input)->next_member()) {
      const bool has_path = member->name.starts_with(source.path());
      const std::string shown =
          has_path ? name + member->name.substr(source.path().size()) : member->name;
      if (!use(*member, shown)) return;
      if (const auto damage = member->source.damage()) fail(shown, *damage);
    }
  } catch (const IoError& error) {
    fail(name, error.what());
  }
  if (const auto damage = (*input)->damage()) fail(name, *damage);
}

}  // namespace arbiter::api
