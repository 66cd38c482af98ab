// The game sources of a file.
#pragma once

#include <string>

#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "tools/library/api.h"

namespace arbiter::api {

// Calls `use` with each source of games in a file until it returns false. Throws Error.
template <class Use>
void for_each_member(const std::string& path, Use use) {
  const auto input = open_input(path);
  if (!input) throw Error(path + ": " + input.error());
  try {
    while (const auto member = (*input)->next_member()) {
      if (!use(member->source)) return;
      if (const auto damage = member->source.damage()) throw Error(member->name + ": " + *damage);
    }
  } catch (const IoError& error) {
    throw Error(path + ": " + error.what());
  }
  if (const auto damage = (*input)->damage()) throw Error(path + ": " + *damage);
}

}  // namespace arbiter::api
