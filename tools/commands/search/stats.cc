// The command `arbiter stats FILE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/game_statistics.h"
#include "lib/base/text.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_table.h"
#include "tools/cli/player_input.h"
#include "tools/commands/search/search.h"

namespace arbiter {
namespace {

using SortValue = std::optional<double> (*)(const GameCount& count);

// A sort key: a value, or the name if it is null.
using GroupSort = SortWord<SortValue>;

// The sort keys by descending priority.
using GroupOrder = std::vector<GroupSort>;

// A property by which games are grouped: a GroupBy, or the value of a tag.
struct GroupProperty {
  std::optional<GroupBy> by = {};  // Player for opponents
  bool is_opponent = false;
  std::string tag = {};
};

constexpr std::string_view kOpponent = "opponent";
constexpr std::string_view kTimeControl = "time-control";
constexpr std::string_view kTag = "tag:";

// Returns the words that --by accepts, besides "tag:NAME".
std::vector<std::string_view> group_words() {
  std::vector<std::string_view> words = names_of(kGroupings);
  words.insert(words.end(), {kOpponent, kTimeControl});
  return words;
}

Result<std::optional<GroupProperty>> parse_property(std::string_view text) {
  if (text == kOpponent) return std::optional(GroupProperty{GroupBy::Player, true});
  if (text == kTimeControl) {
    return std::optional(GroupProperty{.tag = std::string(to_string(KnownTag::TimeControl))});
  }
  if (text.starts_with(kTag) && text.size() > kTag.size()) {
    return std::optional(GroupProperty{.tag = std::string(text.substr(kTag.size()))});
  }
  const auto* grouping = std::ranges::find_if(
      kGroupings, [&](const Grouping& one) { return equal_ignoring_case(one.name, text); });
  if (grouping != std::end(kGroupings)) return std::optional(GroupProperty{grouping->by});
  if (const KnownTag tag = known_tag_ignoring_case(text); tag != KnownTag::Other) {
    return std::optional(GroupProperty{.tag = std::string(to_string(tag))});
  }
  if (is_listed(text, "decade|century|month|day|weekday")) {
    return Error{fmt::format(
        "invalid value '{}' (expected year; for other periods, group by parts of the date in "
        "`arbiter sql`, such as substr(date, 1, 7))",
        text)};
  }
  if (is_listed(text, "elo-difference|elo-diff|rating-difference|rating-diff")) {
    return Error{
        fmt::format("invalid value '{}' (group by differences in `arbiter sql`, such as "
                    "(white_elo - black_elo) / 100)",
                    text)};
  }
  std::vector<std::string_view> words = group_words();
  words.push_back("tag:NAME");
  return Error{
      fmt::format("{}; use tag:{} for the tag of this name", not_a_choice(text, words), text)};
}

// Headings indexed by GroupBy.
constexpr const char* kHeadings[] = {"Year", "ECO", "Opening", "Opening", "Player", "Event",
                                     "Site", "Elo", "Result",  "Ending",  "Plies",  "First move"};

std::optional<double> number_of_games(const GameCount& count) {
  return static_cast<double>(count.games);
}

template <Outcome outcome>
std::optional<double> games_with(const GameCount& count) {
  return static_cast<double>(count.of(outcome));
}

constexpr Choice<SortValue> kGroupKeys[] = {
    {"name", nullptr},
    {"games", number_of_games},
    {"wins", games_with<Outcome::WhiteWins>},
    {"white-wins", games_with<Outcome::WhiteWins>},
    {"draws", games_with<Outcome::Draw>},
    {"losses", games_with<Outcome::BlackWins>},
    {"black-wins", games_with<Outcome::BlackWins>},
    {"score", [](const GameCount& count) { return count.score(); }},
    {"plies", [](const GameCount& count) { return count.mean_plies(); }},
};

struct StatsCommandOptions {
  GameInput input;
  std::optional<GroupProperty> by;
  GroupOrder order;  // if empty, the order of Storage::groups()
  std::optional<std::uint64_t> limit;
  GameFilter filter;
  AnswerFormat format = AnswerFormat::Text;

  // Returns whether the results are those of a player instead of White.
  bool has_player() const { return is_by(GroupBy::Player) || white_is_player(filter).has_value(); }
  bool is_by(GroupBy property) const { return by && by->by == property; }
};

// Removes the number at the start of `text`, and returns it without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(number.size());
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

// Compares runs of digits by their value, so that 900-999 precedes 2000-2099, and all other text
// byte by byte.
std::weak_ordering compare_names(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view one = take_number(a);
      const std::string_view other = take_number(b);
      if (one.size() != other.size()) return one.size() <=> other.size();
      if (one != other) return one <=> other;
      continue;
    }
    if (a.front() != b.front()) {
      return static_cast<unsigned char>(a.front()) <=> static_cast<unsigned char>(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() <=> b.size();
}

// Compares two groups. Unknown names and scores come last in both directions.
std::weak_ordering compare(const StatisticsRow& a, const StatisticsRow& b, GroupSort sort) {
  const auto directed = [sort](std::weak_ordering order) {
    return sort.is_descending ? 0 <=> order : order;
  };
  if (sort.key == nullptr) {
    if (a.name.empty() || b.name.empty()) return a.name.empty() <=> b.name.empty();
    return directed(compare_names(a.name, b.name));
  }
  const auto one = sort.key(a.count);
  const auto other = sort.key(b.count);
  if (!one || !other) return !one.has_value() <=> !other.has_value();
  return directed(std::weak_order(*one, *other));
}

// Sorts groups. Groups with equal keys keep their order.
void sort_groups(std::vector<StatisticsRow>& groups, const GroupOrder& order) {
  std::ranges::stable_sort(groups, [&order](const StatisticsRow& a, const StatisticsRow& b) {
    for (const GroupSort sort : order) {
      const auto result = compare(a, b, sort);
      if (result != 0) return result < 0;
    }
    return false;
  });
}

// Returns the sort order. With --limit alone, the largest groups come first.
GroupOrder order_of(const StatsCommandOptions& options) {
  if (options.order.empty() && options.limit) {
    return {{number_of_games, true}};
  }
  return options.order;
}

// Returns the points of finished games, such as "2.5/4".
std::string points_text(const GameCount& count) {
  return fmt::format("{}{}/{}", count.points_twice() / 2, count.points_twice() % 2 == 1 ? ".5" : "",
                     count.finished());
}

Value points_value(const GameCount& count) {
  return Value::written(fmt::format("{}", static_cast<double>(count.points_twice()) / 2));
}

// The results of the player or of White, as human-readable headings and machine-readable names.
struct ResultWords {
  const char *wins, *losses, *score;
  const char *wins_key, *losses_key;
  const char *win, *draw, *loss;
};

constexpr ResultWords kWhiteWords = {"1-0",        "0-1", "White %", "white_wins",
                                     "black_wins", "1-0", "1/2-1/2", "0-1"};
constexpr ResultWords kPlayerResultWords = {"Wins",   "Losses", "Score", "wins",
                                            "losses", "won",    "drawn", "lost"};

const ResultWords& words_of(const StatsCommandOptions& options) {
  return options.has_player() ? kPlayerResultWords : kWhiteWords;
}

struct Group {
  const StatisticsRow& row;
  const GameCount& count;
  std::uint64_t max_games;  // maximum over all groups
};

// Returns a bar whose length is relative to the largest group.
std::string bar_of(const Group& group) {
  constexpr std::uint64_t kCells = 30;
  std::string cells;
  if (group.max_games == 0) return cells;
  const std::uint64_t length = (group.count.games * kCells + group.max_games - 1) / group.max_games;
  for (std::uint64_t i = 0; i < length; ++i) cells += "▇";
  return cells;
}

std::string score_text(const GameCount& count) {
  const auto value = count.score();
  return value ? fmt::format("{:.1f}", 100 * *value) : "";
}

RecordKind<Group> group_kind(const StatsCommandOptions& options) {
  const GroupProperty& by = *options.by;
  const bool is_by_player = options.is_by(GroupBy::Player);
  const std::string heading = by.is_opponent ? "Opponent"
                              : by.by        ? kHeadings[static_cast<std::size_t>(*by.by)]
                                             : by.tag;
  const ResultWords& words = words_of(options);
  const auto number_with = [](Outcome outcome) {
    return [outcome](const Group& group) { return group.count.of(outcome); };
  };
  RecordKind<Group> kind{
      "group",
      {{{.heading = heading, .min_width = 10, .max_width = 40},
        [](auto& group) { return group.row.name.empty() ? "(unknown)" : group.row.name; }},
       {"name", [](auto& group) { return group.row.name; }},
       {number_column("Games"), "games", [](auto& group) { return group.count.games; }},
       {number_column(words.wins, 4), words.wins_key, number_with(Outcome::WhiteWins)},
       {number_column("Draws", 4), "draws", number_with(Outcome::Draw)},
       {number_column(words.losses, 4), words.losses_key, number_with(Outcome::BlackWins)},
       {number_column("*", 2), "unfinished", number_with(Outcome::Unknown)},
       {number_column(is_by_player ? "Points" : words.score, 5),
        [is_by_player](auto& group) {
          return is_by_player ? points_text(group.count) : score_text(group.count);
        }},
       {number_column(options.is_by(GroupBy::Plies) ? "Mean" : "Plies", 3),
        [](auto& group) { return fmt::format("{:.1f}", group.count.mean_plies().value_or(0)); }},
       {"plies", [](auto& group) { return group.count.plies; }},
       {{.heading = "", .importance = 1, .purpose = Purpose::Drawing}, bar_of}}};
  if (options.is_by(GroupBy::Event)) {
    const auto date = [](std::uint32_t DateRange::*field) {
      return [field](const Group& group) {
        const std::uint32_t known = group.row.dates.*field;
        return known == 0 ? std::string() : date_text(known);
      };
    };
    // Inserts the dates before the bar, the last column.
    kind.entries.insert(kind.entries.end() - 1,
                        {{{.heading = "First"}, "first_date", date(&DateRange::first)},
                         {{.heading = "Last"}, "last_date", date(&DateRange::last)}});
  }
  if (!options.has_player()) return kind;
  kind.entries.push_back({"points", [](auto& group) { return points_value(group.count); }});
  if (!is_by_player) return kind;
  kind.entries.push_back(
      {{"as_white", FieldOf::Json}, [](auto& group) { return group.row.as_white; }});
  return kind;
}

void print_groups(const std::vector<StatisticsRow>& rows, const StatsCommandOptions& options,
                  Console& console) {
  std::uint64_t max_games = 0;
  for (const StatisticsRow& row : rows) max_games = std::max(max_games, row.count.games);
  RecordTable<Group> table(options.format, group_kind(options), console);
  for (const StatisticsRow& row : rows) table.add({row, row.count, max_games});
  table.finish();
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "";
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string results_text(const GameCount& all, const ResultWords& words) {
  const auto part = [&](std::string_view name, Outcome outcome) {
    return fmt::format("{} {} ({})", name, with_commas(all.of(outcome)),
                       percent(all.of(outcome), all.games));
  };
  return fmt::format("{}, {}, {}, * {}", part(words.win, Outcome::WhiteWins),
                     part(words.draw, Outcome::Draw), part(words.loss, Outcome::BlackWins),
                     with_commas(all.of(Outcome::Unknown)));
}

void print_facts(const Totals& totals, const StatsCommandOptions& options, Console& console) {
  const GameCount& all = totals.all;
  const auto print = [&](std::string_view name, const std::string& value) {
    if (options.format == AnswerFormat::Markdown) {
      console.print("- {}: {}\n", name, markdown_text(value));
    } else {
      console.print("{:<10} {}\n", name, value);
    }
  };
  print("Games", with_commas(all.games));
  if (all.games == 0) return;
  print("Results", results_text(all, words_of(options)));
  if (options.has_player() && all.finished() > 0) {
    print("Score", fmt::format("{} ({:.1f} %)", points_text(all), 100 * *all.score()));
  }
  print("Plies",
        fmt::format("{}; {:.1f} a game, from {} to {}", with_commas(all.plies), *all.mean_plies(),
                    with_commas(totals.shortest), with_commas(totals.longest)));
  const auto [first, last] = totals.dates;
  if (first != 0) print("Dates", fmt::format("{} to {}", date_text(first), date_text(last)));
  print("Names", fmt::format("{}, {}, {}", counted(totals.players, "player"),
                             counted(totals.events, "event"), counted(totals.sites, "site")));
  if (totals.rated == 0) return;
  print("Ratings", fmt::format("{} of {} known, {:.0f} on average", with_commas(totals.rated),
                               with_commas(2 * all.games), totals.mean_elo));
}

void print_endings(const Totals& totals, AnswerFormat format, Console& console) {
  const std::uint64_t all = totals.all.games;
  const RecordKind<EndingCount> kind{
      "ending",
      {{{.heading = "Ending"}, "ending", [](auto& row) { return to_string(row.ending); }},
       {number_column("Games"), "games", [](auto& row) { return row.games; }},
       {number_column("Share"), [all](auto& row) { return percent(row.games, all); }}}};
  print_records(format, kind, totals.endings, console);
}

Style style_of(std::string_view severity) {
  if (severity == "error") return Style::Error;
  return severity == "note" ? Style::Note : Style::Warning;
}

void print_findings(const Totals& totals, AnswerFormat format, Console& console) {
  const RecordKind<FindingCount> kind{
      "finding",
      {{{.heading = "Severity"},
        [](auto& row) {
          return Cell{row.severity, style_of(row.severity)};
        }},
       {{.heading = "Finding"}, "id", [](auto& row) { return Value::of(row.id); }},
       {"severity", [](auto& row) { return Value::of(row.severity); }},
       {number_column("Findings"), "findings", [](auto& row) { return row.findings; }},
       {number_column("Games"), "games", [](auto& row) { return row.games; }}}};
  print_records(format, kind, totals.findings, console);
}

void print_tables(const Totals& totals, const StatsCommandOptions& options, Console& console) {
  print_facts(totals, options, console);
  if (!totals.endings.empty()) {
    console.print("\n");
    print_endings(totals, options.format, console);
  }
  if (!totals.findings.empty()) {
    console.print("\n");
    print_findings(totals, options.format, console);
  }
}

void print_json(const Totals& totals, const StatsCommandOptions& options, Console& console) {
  JsonLine json;
  const GameCount& all = totals.all;
  const ResultWords& words = words_of(options);
  json.add("type", "totals");
  json.add("games", all.games).add(words.wins_key, all.of(Outcome::WhiteWins));
  json.add("draws", all.of(Outcome::Draw)).add(words.losses_key, all.of(Outcome::BlackWins));
  json.add("unfinished", all.of(Outcome::Unknown));
  if (options.has_player()) json.add_written("points", points_value(all).text);
  json.add("plies", all.plies);
  json.add("shortest", totals.shortest).add("longest", totals.longest);
  json.add("players", totals.players).add("events", totals.events).add("sites", totals.sites);
  json.add("ratings", totals.rated);
  json.add_written("mean_elo", totals.rated == 0 ? "null" : fmt::format("{:.1f}", totals.mean_elo));
  const auto [first, last] = totals.dates;
  json.add_or_null("first_date", first == 0 ? "" : date_text(first));
  json.add_or_null("last_date", last == 0 ? "" : date_text(last));
  console.print(json.finish());
  print_endings(totals, AnswerFormat::Json, console);
  print_findings(totals, AnswerFormat::Json, console);
}

void print_csv(const Totals& totals, const ResultWords& words, Console& console) {
  struct CsvRow {
    std::string_view kind, name;
    std::uint64_t count, games;
  };
  std::vector<CsvRow> rows{{"games", "", totals.all.games, totals.all.games}};
  const std::pair<std::string_view, Outcome> results[] = {{words.win, Outcome::WhiteWins},
                                                          {words.draw, Outcome::Draw},
                                                          {words.loss, Outcome::BlackWins},
                                                          {"*", Outcome::Unknown}};
  for (const auto& [name, outcome] : results) {
    const std::uint64_t games = totals.all.of(outcome);
    rows.push_back({"result", name, games, games});
  }
  for (const EndingCount& ending : totals.endings) {
    rows.push_back({"ending", to_string(ending.ending), ending.games, ending.games});
  }
  for (const FindingCount& finding : totals.findings) {
    rows.push_back({"finding", finding.id, finding.findings, finding.games});
  }
  const RecordKind<CsvRow> kind{"",
                                {{"kind", [](auto& row) { return row.kind; }},
                                 {"name", [](auto& row) { return row.name; }},
                                 {"count", [](auto& row) { return row.count; }},
                                 {"games", [](auto& row) { return row.games; }}}};
  print_records(AnswerFormat::Csv, kind, rows, console);
}

void print_totals(const Totals& totals, const StatsCommandOptions& options, Console& console) {
  if (options.format == AnswerFormat::Json) return print_json(totals, options, console);
  if (options.format == AnswerFormat::Csv) return print_csv(totals, words_of(options), console);
  print_tables(totals, options, console);
}

// Returns the opponents of the filter's player, with the player's results.
std::vector<StatisticsRow> opponents(const GameFilter& filter, Storage& storage) {
  std::vector<StatisticsRow> rows = storage.groups(filter, GroupBy::Player);
  std::optional<NamePattern> player;
  for_each_required_test(filter, [&player](const GameTest& test) {
    const auto* name = std::get_if<NameTest>(&test);
    const bool is_of_player =
        name != nullptr && (name->of == GameText::White || name->of == GameText::Black);
    if (is_of_player && !player) player = name->pattern;
  });
  std::erase_if(rows, [&](const StatisticsRow& row) {
    return player && player->matches(folded_name(row.name));
  });
  for (StatisticsRow& row : rows) {
    std::swap(row.count.results[static_cast<std::size_t>(Outcome::WhiteWins)],
              row.count.results[static_cast<std::size_t>(Outcome::BlackWins)]);
    row.as_white = row.count.games - row.as_white;
  }
  return rows;
}

// Returns the groups of games with equal values of a tag. Reads the tags of all matching games.
std::vector<StatisticsRow> groups_by_tag(const GameFilter& filter, const std::string& tag,
                                         Storage& storage) {
  const auto white = white_is_player(filter);
  std::unordered_set<std::int64_t> as_white;
  if (white) {
    for (const FoundGame& game : storage.games({.filter = all_of({filter, *white})}).games) {
      as_white.insert(number_of(game.id));
    }
  }
  std::map<std::string, StatisticsRow> groups;
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& streamed : batch.games) {
      const GameView view = view_of(streamed.game);
      RecordReader record(streamed.record, view);
      std::string value;
      for (RecordTag read; value.empty() && record.next(read);) {
        if (equal_ignoring_case(read.name, tag)) value = trim(read.value);
      }
      if (value == "?" || value == "-") value.clear();
      const bool is_swapped = white && !as_white.contains(number_of(streamed.game.id));
      const Outcome result = streamed.game.result;
      groups[value].count.add(is_swapped ? swapped(result) : result, streamed.game.plies);
    }
  };
  storage.stream({.filter = filter}, {.receive = receive});
  std::vector<StatisticsRow> rows;
  for (auto& [value, group] : groups) rows.push_back({value, group.count});
  sort_groups(GroupBy::Event, rows);
  return rows;
}

std::vector<StatisticsRow> groups_of(const StatsCommandOptions& options, Storage& storage) {
  const GroupProperty& by = *options.by;
  if (by.is_opponent) return opponents(options.filter, storage);
  if (!by.by) return groups_by_tag(options.filter, by.tag, storage);
  return options.limit && options.order.empty()
             ? storage.largest_groups(options.filter, *by.by, *options.limit)
             : storage.groups(options.filter, *by.by);
}

Result<ExitCode> run(const StatsCommandOptions& options, Console& console) {
  if (options.by && options.by->is_opponent && !white_is_player(options.filter)) {
    return Error{"--by opponent needs --player, --white or --black"};
  }
  if (!options.by && !options.order.empty()) return Error{"--sort needs --by"};
  const auto games = open_games(options.input, {QueryPositions::First}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  print_matched_players(options.filter, storage, console);
  if (options.by) {
    std::vector<StatisticsRow> groups = groups_of(options, storage);
    sort_groups(groups, order_of(options));
    if (options.limit && groups.size() > *options.limit) {
      groups.resize(static_cast<std::size_t>(*options.limit));
    }
    print_groups(groups, options, console);
  } else {
    print_totals(storage.totals(options.filter), options, console);
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_stats(CommandLine& app) {
  const auto options = std::make_shared<StatsCommandOptions>();
  add_game_files(app, options->input);
  const std::vector<std::string_view> words = group_words();
  add_parsed(app, "--by", options->by, parse_property,
             fmt::format("Group the games by {} or tag:NAME", fmt::join(words, ", ")))
      ->type_name("PROPERTY")
      ->choices({words.begin(), words.end()});
  add_sort(app, options->order, kGroupKeys,
           " (order of the --by rows; wins of the filtered player, or of White if there is none; "
           "default: -games with --limit, otherwise by name for years, codes and numbers)");
  add_limit(app, options->limit, "rows of --by (default: all)");
  add_format(app, options->format, kTableFormats);
  add_filters(app, options->filter);
  add_partial(app, options->input);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
