#include "lib/tags/online_game.h"

#include <algorithm>
#include <string>

#include "lib/base/text.h"

namespace arbiter {

bool is_online(const PgnGame& game) {
  constexpr std::string_view kWords[] = {"://",      ".com",    ".org",      ".net",
                                         "lichess",  "chess24", "playchess", "fics",
                                         "internet", "www.",    " icc",      "online"};
  const PgnTag* mode = game.tag(KnownTag::Mode);
  if (mode != nullptr && equal_ignoring_case(mode->value, "ICS")) return true;
  const PgnTag* site = game.tag(KnownTag::Site);
  if (site == nullptr) return false;
  const std::string text = to_small(site->value);
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace arbiter
