#include "tools/cli/options/filter_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"

namespace arbiter {
namespace {

// Returns the values of an option. The words after --between are one value.
std::vector<std::string> values_of(const FilterField& field,
                                   const std::vector<std::string>& words) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i + field.words() <= words.size(); i += field.words()) {
    std::string& value = values.emplace_back(words[i]);
    for (std::size_t j = 1; j < field.words(); ++j) value += " vs " + words[i + j];
  }
  return values;
}

// Returns a filter for games that match one of the values.
Result<GameFilter> filter_given(const FilterField& field, const std::vector<std::string>& words) {
  std::vector<GameFilter> filters;
  for (const std::string& value : values_of(field, words)) {
    auto filter = read_option(field, value);
    if (!filter) return filter;
    filters.push_back(*std::move(filter));
  }
  return any_of(std::move(filters));
}

using Require = std::function<void(GameFilter)>;

Option* add_option(CommandLine& app, const FilterField& field, const std::string& name,
                   Require require) {
  const auto take = [&field, require = std::move(require)](const std::vector<std::string>& words) {
    auto filter = filter_given(field, words);
    if (!filter) return filter.error();
    require(*std::move(filter));
    return std::string();
  };
  Option* option = app.add(name, EveryValue{take, field.words()});
  option->type_name(std::string(field.value))
      ->choices({field.choices.begin(), field.choices.end()});
  if (field.delimiters.find(',') != std::string_view::npos) option->list();
  return option;
}

void add_field(CommandLine& app, const FilterField& field, GameFilter& filter) {
  const std::string name(field.name);
  const auto require = [&filter](GameFilter more) { filter.require(std::move(more)); };
  const auto exclude = [&filter](GameFilter others) { filter.require(negated(std::move(others))); };
  const auto alias = [&](std::string_view prefix) {
    return field.synonym.empty() ? "" : fmt::format("{}{}", prefix, field.synonym);
  };
  add_option(app, field, "--" + name, require)
      ->alias(alias("--"))
      ->description(std::string(field.meaning));
  add_option(app, field, "--not-" + name, exclude)
      ->alias(alias("--not-"))
      ->description(fmt::format("Exclude games by --{}", name))
      ->unlisted();
}

// The player's games that options such as --won select.
struct PlayerGames {
  GameFilter before = {};  // the filter without these options
  std::vector<Outcome> results = {};
  bool has_white = false;
  bool has_black = false;
  std::vector<std::pair<GameFilter, GameFilter>> conditions = {};  // if White, and if Black

  GameFilter filter() const {
    GameFilter games = has_white == has_black ? before
                       : has_white            ? as_white(before)
                                              : as_black(before);
    for (const auto& [if_white, if_black] : conditions) {
      games = with_player_condition(games, if_white, if_black);
    }
    std::vector<GameFilter> parts;
    for (const Outcome result : results) parts.push_back(with_player_result(games, result));
    return parts.empty() ? games : any_of(std::move(parts));
  }
};

constexpr const char* kNeedsPlayer = "needs a player: --player, --white, --black or --between";

// Adds an option without a value, which restricts the filter to some games of its player.
void add_player_option(CommandLine& app, const std::string& name, GameFilter& filter,
                       const std::shared_ptr<PlayerGames>& games,
                       const std::function<void(PlayerGames&)>& choose, std::string description) {
  OptionTarget target{std::function<void()>()};
  target.take = [&filter, games, choose](const std::vector<std::string>& values) {
    if (values.back() != "true") return std::string();
    if (games->before.is_empty()) games->before = filter;
    if (!white_is_player(games->before)) return std::string(kNeedsPlayer);
    choose(*games);
    filter = games->filter();
    return std::string();
  };
  app.add(name, std::move(target))->description(std::move(description));
}

// A field of the filter's player, which is one field for White and another for Black. Without a
// player, the field with its own name is used, if any.
struct PlayerField {
  std::string_view name;
  std::string_view if_white;
  std::string_view if_black;
  std::string_view meaning;
};

constexpr PlayerField kPlayerFields[] = {
    {"opponent-elo", "black-elo", "white-elo", "Rating of the player's opponent"},
    {"blunder", "white-blunder", "black-blunder",
     "; with --player, only that player's moves count"},
};

void add_player_field(CommandLine& app, const PlayerField& field, GameFilter& filter,
                      const std::shared_ptr<PlayerGames>& games) {
  const FilterField* const own = find_field(field.name);
  const FilterField* const if_white = find_field(field.if_white);
  const auto add = [&](std::string_view prefix, GameFilter (*change)(GameFilter)) {
    const auto take = [&filter, games, own, if_white, if_black = find_field(field.if_black),
                       change](const std::vector<std::string>& words) {
      if (games->before.is_empty()) games->before = filter;
      const bool has_player = white_is_player(games->before).has_value();
      if (!has_player && own == nullptr) return std::string(kNeedsPlayer);
      const auto white = filter_given(has_player ? *if_white : *own, words);
      const auto black = filter_given(has_player ? *if_black : *own, words);
      if (!white || !black) return white.error();
      if (has_player) {
        games->conditions.emplace_back(change(*white), change(*black));
        filter = games->filter();
      } else {
        filter.require(change(*white));
      }
      return std::string();
    };
    Option* const option = app.add(fmt::format("{}{}", prefix, field.name), EveryValue{take});
    return option->type_name(std::string(if_white->value))->list();
  };
  add("--", [](GameFilter one) {
    return one;
  })->description(fmt::format("{}{}", own == nullptr ? "" : own->meaning, field.meaning));
  add("--not-", negated)->description(fmt::format("Exclude games by --{}", field.name))->unlisted();
}

void add_player_options(CommandLine& app, GameFilter& filter) {
  const auto games = std::make_shared<PlayerGames>();
  const auto add_result = [&](const std::string& name, Outcome result, const std::string& help) {
    const auto choose = [result](PlayerGames& some) { some.results.push_back(result); };
    add_player_option(app, name, filter, games, choose, help);
  };
  add_result("--won", Outcome::WhiteWins, "Games that the player of --player won");
  add_result("--drew", Outcome::Draw, "Games that the player of --player drew");
  add_result("--lost", Outcome::BlackWins, "Games that the player of --player lost");
  add_player_option(
      app, "--as-white", filter, games, [](PlayerGames& some) { some.has_white = true; },
      "Games that the player of --player played with White");
  add_player_option(
      app, "--as-black", filter, games, [](PlayerGames& some) { some.has_black = true; },
      "Games that the player of --player played with Black");
  for (const PlayerField& field : kPlayerFields) add_player_field(app, field, filter, games);
}

void add_positions_from(CommandLine& app, GameFilter& filter, NamedPositions* positions) {
  const auto take = [&filter, positions](const std::vector<std::string>& paths) {
    auto read = read_positions(paths);
    if (!read) return read.error();
    GameFilter positions_filter = filter_of(PositionsTest{read->positions});
    std::vector<std::string> keys;
    for (const PositionKey key : read->positions->keys()) {
      keys.push_back(fmt::format("{:016x}", static_cast<std::uint64_t>(key)));
    }
    positions_filter.text = fmt::format("key = {}", fmt::join(keys, "|"));
    filter.require(std::move(positions_filter));
    if (positions != nullptr) *positions = *std::move(read);
    return std::string();
  };
  app.add("--positions-from", EveryValue{take})
      ->type_name("FILE")
      ->description(
          "Games in which a position of FILE occurs: a FEN or EPD per line, with a name after it "
          "or "
          "as 'id'");
}

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
    {"round", SortKey::Round},
    {"ply", SortKey::Ply},
};

}  // namespace

Option* add_where(CommandLine& app, GameFilter& filter) {
  const auto take = [&filter](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      auto more = parse_filter(value);
      if (!more) return more.error();
      filter.require(*std::move(more));
    }
    return std::string();
  };
  return app.add("--where", EveryValue{take})
      ->type_name("CONDITIONS")
      ->description(
          "Conditions with and, or, not and parentheses: 'elo>=2400 and (eco=B90 or not "
          "white=Carlsen, M)'");
}

void add_filters(CommandLine& app, GameFilter& filter, const FilterParts& parts) {
  const OptionGroup group(app, kFilterGroup);
  for (const FilterField& field : filter_fields()) {
    const bool comes_later =
        parts.has_player_games && std::ranges::count(kPlayerFields, field.name, &PlayerField::name);
    if (!comes_later && (parts.has_player || field.name != "player")) {
      add_field(app, field, filter);
    }
  }
  add_positions_from(app, filter, parts.positions);
  add_where(app, filter);
  // These options come after the fields and --where, which can name the player.
  if (parts.has_player_games) add_player_options(app, filter);
  // This option comes last, because it changes the conditions of all options before it.
  const auto may_match = [&filter] { accept_possible_dates(filter); };
  app.add("--may-match", std::function<void()>(may_match))
      ->description("Include games whose incomplete date may be in the range");
}

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order) {
  const auto take = [&order](const std::string& text) {
    const auto words = parse_sort_words(text, kKeys);
    if (!words) return words.error();
    order.clear();
    for (const auto& [key, is_descending] : *words) {
      order.push_back({key, is_descending ? SortDirection::Descending : SortDirection::Ascending});
    }
    return std::string();
  };
  return add_shared(app, "--sort", LastValue{take},
                    sort_help(names_of(kKeys), " (ply: of the position; default: id)"))
      ->choices(sort_words_of(kKeys))
      ->list();
}

}  // namespace arbiter
