#include "tools/cli/options/sort_option.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/output/choice.h"

namespace arbiter {
namespace {

constexpr Choice<SortKey> kKeys[] = {
    {"id", SortKey::Id},
    {"date", SortKey::Date},
    {"elo", SortKey::Elo},
    {"white-elo", SortKey::WhiteElo},
    {"black-elo", SortKey::BlackElo},
    {"white", SortKey::White},
    {"black", SortKey::Black},
    {"event", SortKey::Event},
    {"site", SortKey::Site},
    {"eco", SortKey::Eco},
    {"plies", SortKey::Plies},
    {"result", SortKey::Result},
    {"ply", SortKey::Ply},
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const Choice<SortKey>& key : kKeys) names.push_back(key.name);
  return names;
}

}  // namespace

Result<std::vector<SortOrder>> parse_order(std::string_view text) {
  std::vector<SortOrder> order;
  while (true) {
    const std::size_t end = text.find(',');
    std::string_view word = trim(text.substr(0, end));
    SortOrder one;
    if (word.starts_with('-')) {
      word.remove_prefix(1);
      one.direction = SortDirection::Descending;
    }
    const auto* key = std::find_if(std::begin(kKeys), std::end(kKeys),
                                   [&](const Choice<SortKey>& k) { return k.name == word; });
    if (key == std::end(kKeys)) return Error{not_a_choice(word, names())};
    one.key = key->value;
    order.push_back(one);
    if (end == std::string_view::npos) return order;
    text.remove_prefix(end + 1);
  }
}

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order) {
  std::vector<std::string> choices;
  for (const std::string_view name : names()) {
    choices.emplace_back(name);
    choices.push_back("-" + choices.back());
  }
  return add_parsed(app, "--sort", order, parse_order)
      ->type_name("KEYS")
      ->choices(std::move(choices))
      ->list()
      ->description(
          "Sort by id, date, elo, white-elo, black-elo, white, black, event, site, eco, plies, "
          "result "
          "or ply (of the position); -KEY for descending order; separate several with commas "
          "(default: id)");
}

}  // namespace arbiter
