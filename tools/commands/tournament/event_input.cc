#include "tools/commands/tournament/event_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "db/model/name_pattern.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/quantities.h"
#include "lib/base/text.h"
#include "lib/notation/shown_text.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/event_groups.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<PlayedSystem>> kSystems[] = {
    {"round-robin", PlayedSystem{System::RoundRobin, 1}},
    {"double-round-robin", PlayedSystem{System::RoundRobin, 2}},
    {"swiss", PlayedSystem{System::Swiss, 1}},
    {"match", PlayedSystem{System::Match, 1}},
    {"knock-out", PlayedSystem{System::KnockOut, 1}},
    {"team", PlayedSystem{System::Team, 1}},
    {"scheveningen", PlayedSystem{System::Scheveningen, 1}},
};

constexpr Choice<TieBreakEdition> kEditions[] = {
    {"2023", TieBreakEdition::Of2023},
    {"2024", TieBreakEdition::Of2024},
    {"2026", TieBreakEdition::Of2026},
};

Result<std::optional<TieBreakEdition>> parse_edition(const std::string& text) {
  const auto* const found = std::ranges::find(kEditions, text, &Choice<TieBreakEdition>::name);
  if (found != std::end(kEditions)) return std::optional(found->value);
  const auto year = parse_number<std::uint16_t>(text);
  const std::string expected = "2023, 2024 or 2026";
  if (!year || *year < 2023) {
    return Error{fmt::format("unknown edition '{}' (expected {})", text, expected)};
  }
  return Error{
      fmt::format("unknown edition '{}' (expected {}); the edition in force at the end of "
                  "that year is {}",
                  text, expected, to_string(edition_on({.year = year, .month = 12, .day = 31})))};
}

constexpr std::size_t kMaxLines = 5;

void print_others(std::size_t count, std::string_view thing, std::string_view what,
                  Console& console) {
  if (count <= kMaxLines) return;
  console.say(fmt::format("and {} {}", counted(count - kMaxLines, thing), what));
}

// Collects the games whose Event tag matches, and the names of the other events.
class EventListener final : public ValidationListener {
 public:
  explicit EventListener(const EventReading& reading) {
    if (!reading.event.empty()) event_.emplace(reading.event, NameKind::Title);
  }

  EventCollector& collector() { return collector_; }

  Error no_games() const {
    if (others_.empty()) return Error{"there are no games"};
    return Error{fmt::format("no event matches '{}'; the files have {}{}", event_->words(),
                             fmt::join(others_, "; "), others_.size() < kMaxLines ? "" : "; ...")};
  }

 private:
  void on_finding(const LocatedDiagnostic&) override {}
  void on_game(const GameSummary&) override {}
  void on_event_game(EventGame game) override {
    const std::string_view name = game.value(KnownTag::Event);
    if (event_ && !event_->matches(folded_name(name))) {
      if (others_.size() < kMaxLines) others_.insert(shown_text(name));
      return;
    }
    collector_.add(std::move(game));
  }
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  std::optional<NamePattern> event_;
  EventCollector collector_{EventScope::Everything};
  std::set<std::string> others_;  // at most kMaxLines names
};

// Parses points such as "3-1-0" or "3-1.5-0".
Result<std::optional<Scoring>> parse_scoring(const std::string& text) {
  std::array<HalfPoints, 3> points{};
  std::string_view rest = text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t end = std::min(rest.find('-'), rest.size());
    const double halves = 2 * parse_number<double>(rest.substr(0, end)).value_or(-1);
    const bool is_score =
        halves >= 0 && halves <= 200 && halves == static_cast<double>(static_cast<int>(halves));
    const bool is_last = i + 1 == points.size();
    if (!is_score || is_last != (end == rest.size())) {
      return Error{fmt::format(
          "invalid scoring '{}' (expected the points of a win, a draw and a loss: 3-1-0)", text)};
    }
    points[i] = static_cast<HalfPoints>(halves);
    rest.remove_prefix(is_last ? end : end + 1);
  }
  return std::optional(Scoring::of(points[0], points[1], points[2]));
}

Result<std::optional<RoundName>> parse_round_name(const std::string& text) {
  RoundName round{.text = text, .number = parse_round(text).round};
  if (round.number == 0) round.stage = parse_stage(text);
  if (round.number != 0 || round.stage) return std::optional(std::move(round));
  return Error{
      fmt::format("invalid round '{}' (expected a number, or a name such as Semifinal)", text)};
}

}  // namespace

InputsRead read_files(const NamedFiles& named, const FileReader& read, Console& console) {
  InputsRead inputs = InputsRead::All;
  const auto fail = [&](const std::string& path, std::string_view reason) {
    inputs = InputsRead::NotAll;
    console.complain(fmt::format("{}: {}", path, reason));
  };
  const auto read_database = [&](const std::string& path) {
    const auto storage = open_storage(path, {});
    if (!storage) return fail(path, storage.error());
    StoredText games(**storage, {}, 1);
    read(path, games);
  };
  const auto read_file = [&](const std::string& path) {
    auto input = open_input(path);
    if (!input) return fail(path, input.error());
    while (const auto member = (*input)->next_member()) {
      if (const auto reason = read(member->name, member->source)) fail(member->name, *reason);
      if (const auto damage = member->source.damage()) fail(member->name, *damage);
    }
    if (const auto damage = (*input)->damage()) fail(path, *damage);
  };
  print_skipped_folders(named, console);
  for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
  for (const std::string& path : named.files) {
    is_storage(path) ? read_database(path) : read_file(path);
  }
  return inputs;
}

std::optional<std::string> reason_without_games(const FileTotals& totals) {
  if (totals.is_other_text) return "it is not PGN";
  if (totals.counts[index_of(DiagnosticCode::BinaryFile)] == 0) return std::nullopt;
  return "it is not text, so it has no games";
}

Result<EventInput> read_event(const std::vector<std::string>& arguments,
                              const EventReading& reading, Console& console) {
  EventListener listener(reading);
  EventCollector& collector = listener.collector();
  EventInput event;
  FileValidationOptions options;
  options.jobs = reading.jobs;
  options.collects_event_games = &collector.is_wanted();
  const auto read = [&](const std::string& name, ByteSource& source) {
    collector.begin_file(name);
    event.files.push_back(name);
    return reason_without_games(validate_file(source, options, listener));
  };
  event.inputs = read_files(files_named(arguments), read, console);
  if (collector.is_full()) {
    return Error{fmt::format("a tournament of more than {} games is too large",
                             with_commas(EventCollector::kMaxGames))};
  }
  if (collector.games().empty()) return listener.no_games();
  event.games = collector.games();
  return event;
}

std::vector<EventInput> events_in(EventInput input) {
  std::vector<EventInput> events;
  for (const EventGroup& event : events_with_playoffs(input.games)) {
    EventInput& one = events.emplace_back();
    one.files = input.files;
    one.inputs = input.inputs;
    for (const std::uint32_t game : event.games) one.games.push_back(std::move(input.games[game]));
    for (const std::uint32_t game : event.playoff) {
      one.games.push_back(std::move(input.games[game]));
      one.games.back().is_of_playoff = true;
    }
  }
  return events;
}

void add_round(CommandLine& app, const std::string& name, std::optional<RoundName>& round,
               std::string description) {
  add_parsed(app, name + " ROUND", round, parse_round_name, std::move(description));
}

std::optional<std::uint32_t> number_of(const RoundName& round, std::span<const EventGame> games,
                                       std::span<const std::uint32_t> numbers) {
  if (!round.stage) return round.number;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (games[i].round().round != 0 || games[i].is_of_playoff) continue;
    const auto stage = parse_stage(games[i].value(KnownTag::Round));
    if (stage && stage->players == round.stage->players) return numbers[i];
  }
  return {};
}

void add_system(CommandLine& app, std::optional<PlayedSystem>& system) {
  add_choice<std::optional<PlayedSystem>>(app, "--system", system, kSystems,
                                          "Tournament system (default: recognized from the games)");
}

void add_tie_breaks(CommandLine& app, TieBreakOptions& options) {
  add_text(app, "--tie-breaks NAMES", options.names,
           "Tie-breaks in order, by FIDE's acronyms or in words: DE,SB,'Buchholz cut 1' (default: "
           "those that FIDE recommends for the system)");
  const std::vector<std::string_view> editions = names_of(kEditions);
  add_parsed(
      app, "--tie-break-rules", options.edition, parse_edition,
      "Edition of FIDE's tie-break rules (default: the one in force when the tournament began)")
      ->type_name(joined_choices(editions))
      ->choices({editions.begin(), editions.end()});
}

Result<std::vector<TieBreak>> parse_tie_breaks(const TieBreakOptions& options, bool has_teams) {
  std::vector<TieBreak> order;
  if (options.names.empty()) return order;
  const std::string words = fmt::format("{}", fmt::join(options.names, ","));
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const std::string word = words.substr(at, end - at);
    const auto tie_break = parse_tie_break(word);
    if (!tie_break) {
      const std::string nearest = nearest_tie_break(word);
      return Error{fmt::format("unknown tie-break '{}'{} ('arbiter explain tie-breaks' lists all)",
                               trim(word),
                               nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest))};
    }
    if (is_team_tie_break(*tie_break) && !has_teams) {
      return Error{fmt::format("the tie-break '{}' needs --teams", word)};
    }
    order.push_back(*tie_break);
    at = end + 1;
  }
  return order;
}

void add_scoring(CommandLine& app, std::optional<Scoring>& scoring) {
  add_parsed(
      app, "--scoring WIN-DRAW-LOSS", scoring, parse_scoring,
      "Points for a win, a draw and a loss (default: those of the tournament report, otherwise "
      "1-0.5-0)");
}

void add_match_points(CommandLine& app, std::optional<Scoring>& scoring) {
  add_parsed(
      app, "--match-points WIN-DRAW-LOSS", scoring, parse_scoring,
      "Team points for a won, drawn and lost match (default: those of the tournament report, "
      "otherwise 2-1-0)");
}

void print_event_names(const EventInput& input, Console& console) {
  std::map<std::string_view, std::size_t> names;
  for (const EventGame& game : input.games) {
    if (!game.is_of_playoff) ++names[game.value(KnownTag::Event)];
  }
  if (names.size() < 2) return;
  const auto usual =
      std::ranges::max_element(names, {}, [](const auto& name) { return name.second; });
  std::size_t others = 0;
  for (const auto& [name, count] : names) {
    if (name == usual->first || ++others > kMaxLines) continue;
    console.say(fmt::format("{} with the event {} {} as {}", counted(count, "game"),
                            shown_text(name), count == 1 ? "counts" : "count",
                            shown_text(usual->first)));
  }
  print_others(others, "more name", "of the event", console);
}

void print_duplicate_games(const EventInput& input, std::span<const RepeatedGame> duplicates,
                           Console& console) {
  for (const RepeatedGame& one : duplicates.first(std::min(duplicates.size(), kMaxLines))) {
    console.say(to_string(one, input.games, input.files));
  }
  print_others(duplicates.size(), "more duplicate", "not counted", console);
}

void print_missing_rounds(const Tournament& tournament, Console& console) {
  const auto [rounds, players] = missing_rounds(tournament);
  if (rounds == 0) return;
  const char* effect = tournament.system != System::Swiss ? ""
                       : rounds == 1                      ? ", which counts as an absence"
                                                          : ", which count as absences";
  console.say(fmt::format(
      "{} of {} {} no game{}; add a tournament report (TRF) for byes and forfeits",
      counted(rounds, "round"), counted(players, "player"), rounds == 1 ? "has" : "have", effect));
}

void print_result_differences(const JoinedEvent& joined, const EventInput& input,
                              const std::string& path, Console& console) {
  const auto& all = joined.differences;
  for (const ResultDifference& one : std::span(all).first(std::min(all.size(), kMaxLines))) {
    const auto& players = joined.tournament.players;
    const Pairing& listed = one.in_report;
    const bool is_of_report = one.counted == ResultSource::Report;
    const bool is_choice = is_of_report && listed.kind != ScoreKind::Forfeit;
    console.say(fmt::format("{} - {} (round {}): {} in {}, {} in {}; using {}{}",
                            players[listed.white].name, players[listed.black].name, listed.round,
                            score_text(listed), path, score_text(one.in_game),
                            place_of(input.games[*one.in_game.source], input.files),
                            score_text(is_of_report ? listed : one.in_game),
                            is_choice ? "; --results games uses the game" : ""));
  }
  print_others(all.size(), "more game", "with different results", console);
}

void print_unusual_results(const EventInput& input, Console& console) {
  std::size_t count = 0;
  for (const EventGame& game : input.games) {
    const auto winner = half_point_in(game);
    if (!winner || ++count > kMaxLines) continue;
    console.say(fmt::format("{} has the unusual result {}: half a point for {}, none for {}",
                            place_of(game, input.files), game.value(KnownTag::Result),
                            *winner == Color::White ? "White" : "Black",
                            *winner == Color::White ? "Black" : "White"));
  }
  print_others(count, "more game", "with an unusual result", console);
}

void print_assumed_byes(const Tournament& tournament, std::span<const Bye> byes, Console& console) {
  for (const Bye& bye : byes.first(std::min(byes.size(), kMaxLines))) {
    console.say(
        fmt::format("assumed U (pairing-allocated bye) for {} in round {}, the only "
                    "player without a game",
                    tournament.players[bye.player].name, bye.round));
  }
  print_others(byes.size(), "more bye", "assumed", console);
}

void print_assumed_absences(const Tournament& tournament, Console& console) {
  if (tournament.reported_rounds > 0) return;
  const auto [rounds, players] = missing_rounds(tournament);
  if (rounds == 0) return;
  console.say(fmt::format("assumed Z (absent) where {} {} no game ({})", counted(players, "player"),
                          players == 1 ? "has" : "have", counted(rounds, "round")));
}

void print_contradictions(const std::string& path, const TrfReport& report, Console& console) {
  std::vector<TrfContradiction> found;
  for (const TrfProblem& problem : report.problems) {
    found.push_back({problem.place, TrfContradiction::Kind::Lines, problem.message});
  }
  std::ranges::move(check_trf(report), std::back_inserter(found));
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.place.line; });
  for (const TrfContradiction& one : std::span(found).first(std::min(found.size(), kMaxLines))) {
    console.say(fmt::format("{}:{}:{}: {}", path, one.place.line, one.place.column, one.message));
  }
  print_others(found.size() + report.more_problems, "more contradiction",
               "in the report ('arbiter crosscheck' lists all)", console);
}

void print_overruled_results(const EventInput& input, Console& console) {
  std::size_t count = 0;
  for (const EventGame& game : input.games) {
    if (!game.overruled.is_known() || ++count > kMaxLines) continue;
    console.say(fmt::format("{} ends with {}, but its Result tag is {}; using {}",
                            place_of(game, input.files), to_string(game.result),
                            to_string(game.overruled), to_string(game.result)));
  }
  print_others(count, "more game", "whose Result tag differs from the result after the moves",
               console);
}

}  // namespace arbiter
