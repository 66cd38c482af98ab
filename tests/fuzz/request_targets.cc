// The target for requests to the explorer.
#include <algorithm>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "tests/fuzz/targets.h"
#include "tools/serve/explorer.h"

namespace arbiter::testing {
namespace {

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += kDigits[byte / 16];
    result += kDigits[byte % 16];
  }
  return result;
}

}  // namespace

FuzzFault fuzz_request(std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return target.error().empty() ? FuzzFault("an error without words") : std::nullopt;
  std::string again = target->path;
  for (const auto& [name, value] : target->parameters) {
    for (const std::string& part : {name, value}) {
      if (!is_utf8(part) || std::ranges::any_of(part, is_control)) return "a value is not text";
    }
    again +=
        (again.size() == target->path.size() ? "?" : "&") + encoded(name) + "=" + encoded(value);
  }
  const auto read = parse_target(again);
  if (!read || read->path != target->path) return "it cannot be read again";
  if (read->parameters != target->parameters) return "it is read differently again";
  return std::nullopt;
}

}  // namespace arbiter::testing
