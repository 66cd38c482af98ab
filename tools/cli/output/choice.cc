#include "tools/cli/output/choice.h"

#include <fmt/ranges.h>

#include "lib/base/text.h"

namespace arbiter {

std::string not_a_choice(std::string_view text, std::span<const std::string_view> names) {
  std::string message = fmt::format("invalid value '{}' (one of {})", text, fmt::join(names, ", "));
  const auto near = nearest_words(text, names, 1);
  if (!near.empty()) message += fmt::format("; did you mean {}?", near.front());
  return message;
}

std::string joined_choices(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, "|"));
}

}  // namespace arbiter
