#include "lib/notation/san.h"

#include "lib/notation/san_parsing.h"

namespace arbiter {

std::optional<San> parse_san(std::string_view text) {
  San san;
  if (text.empty() || !san_parsing::parse(text.data(), text.size(), san)) return std::nullopt;
  return san;
}

}  // namespace arbiter
