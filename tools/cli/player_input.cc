#include "tools/cli/player_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/input_files.h"
#include "lib/tags/person_name.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

RatingKind kind_by_name(std::string_view path) {
  const std::string name = to_small(path.substr(path.rfind('/') + 1));
  if (name.find("rapid") != std::string::npos) return RatingKind::Rapid;
  return name.find("blitz") != std::string::npos ? RatingKind::Blitz : RatingKind::Standard;
}

LocatedDiagnostic located(DiagnosticCode code, ListProblem problem) {
  LocatedDiagnostic fault{.diagnostic = {.code = code, .message = std::move(problem.message)}};
  fault.line = problem.line;
  fault.column = problem.column;
  fault.diagnostic.length = problem.length;
  const auto characters = static_cast<std::uint32_t>(count_code_points(problem.text));
  if (problem.column > characters) return fault;  // the position is beyond the visible part
  fault.excerpt = std::move(problem.text);
  fault.marker_start = static_cast<std::uint32_t>(problem.column - 1);
  fault.marker_length = std::min(problem.length, characters - fault.marker_start);
  return fault;
}

}  // namespace

Result<ListMonth> parse_players_month(std::string_view text) {
  if (const auto month = parse_list_month(text)) return *month;
  return Error{fmt::format("invalid month '{}' (expected a form such as 2026-09)", text)};
}

Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults, Console* messages) {
  const auto input = open_any_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("the file is empty"))};
  }
  const auto report = [&faults](ListProblem problem) {
    faults(located(DiagnosticCode::PlayerListSyntax, std::move(problem)));
  };
  const auto add = [&](ListedPlayer player) {
    if (!known.is_wanted(player)) return;
    const std::uint64_t line = player.line;
    if (auto contradiction = known.add(std::move(player))) {
      faults(located(DiagnosticCode::PlayerListContradiction,
                     {.line = line, .message = *std::move(contradiction)}));
    }
  };
  const auto reader = PlayerListReader::open(member->source, kind_by_name(member->name), report);
  if (!reader) return Error{fmt::format("{}: {}", path, reader.error())};
  const std::vector<std::string> unused = (*reader)->unused_columns();
  if (messages != nullptr && !unused.empty()) {
    messages->say(fmt::format("{}: unused {}: {}", shown_path(path),
                              unused.size() == 1 ? "column" : "columns", fmt::join(unused, ", ")));
  }
  for (ListedPlayer player; (*reader)->next(player);) add(player);
  if (const auto damage = member->source.damage()) {
    return Error{fmt::format("{}: {}", path, *damage)};
  }
  return (*reader)->month();
}

std::optional<Error> compare_with_list(const PlayerMentions& mentions,
                                       const ListComparison& comparison,
                                       const FileFindingSink& findings, Console& console) {
  KnownPlayers known;
  request_players(mentions.mentions(), known);
  const auto month = read_players(
      comparison.path, known,
      [&](LocatedDiagnostic fault) { findings(comparison.path, std::move(fault)); },
      comparison.is_quiet ? nullptr : &console);
  if (!month) return Error{month.error()};
  if (mentions.is_full()) {
    console.complain(
        fmt::format("only the first {} players, titles and ratings are compared with the list",
                    with_commas(PlayerMentions::kMaxMentions)));
  }
  const auto valid = comparison.month ? comparison.month : *month;
  if (!valid && !comparison.is_quiet) {
    console.say(
        "ratings were not compared: the player list has no month (--players-month YYYY-MM)");
  }
  for (ListFinding& finding : check_mentions(mentions.mentions(), known, valid)) {
    const PlayerMention& mention = mentions.mentions()[finding.mention];
    findings(mentions.file_of(mention),
             located_in(mention.game, finding.tag,
                        {.code = finding.code, .message = std::move(finding.message)}));
  }
  return {};
}

namespace {

constexpr std::size_t kMaxNamed = 5;

// Returns the distinct player names that the filter requires.
std::vector<NamePattern> patterns_in(const GameFilter& filter) {
  std::vector<NamePattern> patterns;
  for_each_required_test(filter, [&patterns](const GameTest& test) {
    const auto* name = std::get_if<NameTest>(&test);
    const bool is_player =
        name != nullptr && (name->of == GameText::White || name->of == GameText::Black);
    if (!is_player || name->pattern.words().empty()) return;
    if (std::ranges::find(patterns, name->pattern) == patterns.end()) {
      patterns.push_back(name->pattern);
    }
  });
  return patterns;
}

template <class Visit>
void for_each_word(std::string_view folded, Visit visit) {
  const NameWords words = words_of(folded);
  std::ranges::for_each(words.family, visit);
  std::ranges::for_each(words.given, visit);
}

// Returns players with a word similar to one in the pattern.
std::vector<std::string> similar_players(const NamePattern& pattern, Storage& storage) {
  std::set<std::string, std::less<>> words;
  storage.players([&words](std::string_view folded) {
    for_each_word(folded, [&words](std::string_view word) {
      if (!words.contains(word)) words.emplace(word);
    });
    return false;
  });
  const std::vector<std::string_view> known(words.begin(), words.end());
  std::set<std::string, std::less<>> near;
  for_each_word(pattern.words(), [&](std::string_view word) {
    for (const std::string_view one : nearest_words(word, known, kMaxNamed)) near.emplace(one);
  });
  return storage.players([&near](std::string_view folded) {
    bool is_near = false;
    for_each_word(folded, [&](std::string_view word) { is_near = is_near || near.contains(word); });
    return is_near;
  });
}

// Returns players whose names abbreviate the pattern, such as "Aronian,L", and do not match it.
std::vector<std::string> shorter_names(const NamePattern& pattern, Storage& storage) {
  const NameWords full = words_of(pattern.words());
  const bool is_exact = !pattern.matches(pattern.words() + " x");  // "=Carlsen, Magnus"
  if (full.given.size() < 2 || is_exact) return {};
  const auto begins = [&full](std::string_view text) {
    return std::ranges::any_of(full.given, [=](auto word) { return word[0] == text[0]; });
  };
  return storage.players([&](std::string_view folded) {
    const std::size_t comma = folded.find(", ");
    const bool may_match = comma != folded.npos && begins(folded) &&
                           begins(folded.substr(comma + 2)) && !pattern.matches(folded);
    return may_match && PersonPattern(words_of(folded)).matches(full);
  });
}

GameFilter games_with(const NamePattern& player) {
  return any_of(
      {filter_of(NameTest{GameText::White, player}), filter_of(NameTest{GameText::Black, player})});
}

std::string first_names(std::span<const std::string> names) {
  const auto named = names.first(std::min(names.size(), kMaxNamed));
  return fmt::format("{}{}", fmt::join(named, "; "), named.size() < names.size() ? "; ..." : "");
}

// Prints how many more games a shorter spelling of the name finds.
void print_shorter_names(const NamePattern& pattern, Storage& storage, Console& console) {
  const auto shorter = shorter_names(pattern, storage);
  if (shorter.empty()) return;
  const std::string& shortest = *std::ranges::min_element(shorter, {}, &std::string::size);
  const NamePattern wider(shortest, NameKind::Person);
  const auto added = storage.players(
      [&](std::string_view folded) { return wider.matches(folded) && !pattern.matches(folded); });
  const std::uint64_t games =
      storage.count({.filter = all_of({games_with(wider), negated(games_with(pattern))})});
  if (games == 0) return;
  console.say(fmt::format("{} {} a similar name ({}); --player \"{}\" includes {}",
                          counted(games, "more game"), games == 1 ? "has" : "have",
                          first_names(added), shortest, games == 1 ? "it" : "them"));
}

}  // namespace

void print_matched_players(const GameFilter& filter, Storage& storage, Console& console) {
  if (console.is_quiet()) return;
  for_each_required_test(filter, [&console](const GameTest& test) {
    if (!std::holds_alternative<PatternTest>(test) || !holds(test, GameView{})) return;
    console.say(
        "the pattern matches the initial position, so it matches every game that begins there");
  });
  for (const NamePattern& pattern : patterns_in(filter)) {
    print_shorter_names(pattern, storage, console);
    const auto players =
        storage.players([&](std::string_view folded) { return pattern.matches(folded); });
    if (players.size() == 1) continue;
    if (players.size() > 1) {
      console.say(fmt::format("{} match '{}': {} (\"={}\" selects one)",
                              counted(players.size(), "player"), pattern.words(),
                              first_names(players), players.front()));
      continue;
    }
    const auto similar = similar_players(pattern, storage);
    console.say(fmt::format("no player matches '{}'{}", pattern.words(),
                            similar.empty() ? "" : "; similar names: " + first_names(similar)));
  }
}

}  // namespace arbiter
