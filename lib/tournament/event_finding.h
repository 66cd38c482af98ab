// What is wrong between the games of a tournament.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {

struct EventFinding {
  DiagnosticCode code;
  std::size_t game = 0;            // the index of the game where it is told
  KnownTag tag = KnownTag::White;  // and the tag of it that is marked; Event if that is not there
  std::optional<std::size_t> other = {};  // the index of the game that it disagrees with
  std::string message = {};               // names the other game too
};

}  // namespace arbiter
