#include "tools/cli/options/rules_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "tools/cli/options/parsed_option.h"

namespace arbiter {
namespace {

constexpr auto kRules = [] {
  std::array<Choice<std::optional<RulesProfile>>, 1 + kRulesProfiles.size()> choices{};
  choices[0].name = "date";
  for (std::size_t i = 0; i < kRulesProfiles.size(); ++i) {
    choices[1 + i] = {kRulesProfiles[i].name, kRulesProfiles[i].profile};
  }
  return choices;
}();

}  // namespace

Option* add_rules(CommandLine& app, std::optional<RulesProfile>& rules) {
  Option* option = add_choice<std::optional<RulesProfile>>(app, "--rules", rules, kRules);
  return option->type_name("NAME")->description(
      fmt::format("Rules on how a game ends: {}; date: those in force when the game was played "
                  "(default: date)",
                  fmt::join(option->choices(), ", ")));
}

}  // namespace arbiter
