#include "tools/cli/options/split_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/output/choice.h"

namespace arbiter {
namespace {

struct NamedKey {
  std::string_view name;
  SplitKeys keys;
};

// The one table.
const std::vector<NamedKey>& named_keys() {
  static const std::vector<NamedKey> keys = {
      {"event", {.tags = {"Event"}}},
      {"eco", {.tags = {"ECO"}}},
      {"date", {.tags = {"Date"}}},
      {"site", {.tags = {"Site"}}},
      {"round", {.tags = {"Round"}, .by_whole_round = true}},
      {"result", {.tags = {"Result"}}},
      {"player", {.tags = {"White", "Black"}}},
      {"white", {.tags = {"White"}}},
      {"black", {.tags = {"Black"}}},
  };
  return keys;
}

std::string expected() {
  std::string names;
  for (const NamedKey& key : named_keys()) names += fmt::format("{}, ", key.name);
  return fmt::format(
      "expected a number of games, {}or tag:NAME; eco:1 takes the first character only", names);
}

Result<SplitOption> parse_split(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, is_digit)) {
    const auto games = parse_number(text, {.min = 1});
    if (!games) return Error{games.error()};
    return SplitOption{.games = *games};
  }
  constexpr std::string_view kTag = "tag:";
  const bool names_tag = text.starts_with(kTag);
  std::string name = names_tag ? text.substr(kTag.size()) : text;
  SplitKeys keys;
  if (const std::size_t colon = name.find(':'); colon != std::string::npos) {
    const auto characters =
        parse_number(std::string_view(name).substr(colon + 1), {.min = 1, .max = 100});
    if (!characters) return Error{expected()};
    keys.characters = static_cast<std::size_t>(*characters);
    name.resize(colon);
  }
  if (names_tag) {
    if (name.empty()) return Error{expected()};
    keys.tags = {name};
    return SplitOption{.keys = keys};
  }
  const auto found = std::ranges::find(named_keys(), name, &NamedKey::name);
  if (found == named_keys().end()) return Error{expected()};
  SplitOption named{.keys = found->keys};
  named.keys->characters = keys.characters;
  return named;
}

}  // namespace

void add_split(CommandLine& app, SplitOption& split) {
  add_parsed(app, "--split", split, parse_split)
      ->type_name("N|KEY")
      ->description(
          "Write a file per N games, or per event, eco, date, site, round, result, player, white, "
          "black or tag:NAME; eco:1 goes by the first character; -o 'DIR/{}.pgn' says where");
}

}  // namespace arbiter
