#include "tools/commands/tournament/event_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "db/model/name_pattern.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::size_t kRecordStart = 4;  // enough bytes to recognize a record

// Returns the first bytes of a file on disk or of standard input. Returns an empty string for other
// pipes, whose bytes can be read only once.
std::string first_bytes(const std::string& path) {
  std::error_code failure;
  if (path == "-") return preview_of(kStandardInput, kRecordStart);
  if (!std::filesystem::is_regular_file(path, failure)) return "";
  const auto file = FileSource::open(path);
  if (!file) return "";
  std::array<char, 1024> bytes;
  const std::string start(bytes.data(), read_fully(**file, bytes));
  if (container_of(start) == Container::None && !find_utf16(start)) return start;
  const auto input = open_any_input(path);
  const auto member = input ? (*input)->next_member() : std::nullopt;
  return member ? std::string(bytes.data(), read_fully(member->source, bytes)) : "";
}

}  // namespace

bool is_report(const std::string& path) {
  const std::string start = first_bytes(path);
  std::string_view rest = start;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  rest.remove_prefix(std::min(rest.find_first_not_of("\r\n"), rest.size()));
  return begins_trf(rest);
}

NamedFiles reports_in(const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr std::string_view kEndings[] = {".trf", ".trfx", ".txt"};
  NamedFiles reports;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    const std::string path = at->path().generic_string();
    const bool may_be = std::ranges::any_of(kEndings, [&](std::string_view ending) {
      return has_ending(without_compression_ending(path), ending);
    });
    if (!may_be) continue;
    if (auto fault = fault_of_link(path, folder)) {
      reports.unread.push_back({path, *std::move(fault)});
    } else if (is_report(path)) {
      reports.files.push_back(path);
    }
  }
  std::ranges::sort(reports.files);
  return reports;
}

Result<TrfReport> read_report(const std::string& path) {
  const auto input = open_any_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("the file is empty"))};
  }
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::size_t size = member->source.read(piece)) {
    text.append(piece.data(), size);
    if (text.size() > kMaxBytes) return Error{fmt::format("{}: too large for a report", path)};
  }
  if (const auto damage = member->source.damage())
    return Error{fmt::format("{}: {}", path, *damage)};
  TrfReport report = read_trf(text);
  if (report.players.empty()) {
    return Error{fmt::format("{}: the report has no players (lines that begin with 001)", path)};
  }
  return report;
}

NamedInputs named_inputs(const std::vector<std::string>& files, const std::vector<std::string>& trf,
                         Console& console) {
  NamedInputs inputs;
  inputs.reports = trf;
  for (const std::string& file : files) {
    (is_report(file) ? inputs.reports : inputs.games).push_back(file);
  }
  inputs.is_found = inputs.reports.empty();
  if (!inputs.is_found) return inputs;
  for (const std::string& name : files) {
    NamedFiles found = reports_in(name);
    if (!found.files.empty() && files_named({name}).files.empty()) std::erase(inputs.games, name);
    std::ranges::move(found.files, std::back_inserter(inputs.reports));
    for (const auto& [path, reason] : found.unread) {
      console.complain(fmt::format("{}: {}; skipped", path, reason));
    }
  }
  return inputs;
}

Result<std::vector<NamedReport>> read_reports(const std::vector<std::string>& paths) {
  std::vector<NamedReport> reports;
  for (const std::string& path : paths) {
    auto report = read_report(path);
    if (!report) return Error{report.error()};
    reports.push_back({path, *std::move(report)});
  }
  return reports;
}

const NamedReport* report_for(const Tournament& games, std::span<const NamedReport> reports) {
  const NamedReport* best = nullptr;
  std::tuple<bool, std::size_t, std::uint32_t> most;
  for (const NamedReport& one : reports) {
    const auto matches = match_players(games, one.tournament);
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(matches, [](const auto& match) { return match.has_value(); }));
    if (count == 0 || count * 2 < games.players.size()) continue;
    const bool has_name = event_key(one.tournament.name) == event_key(games.name);
    const std::tuple value(has_name, count, one.tournament.rounds);
    if (best != nullptr && value <= most) continue;
    best = &one;
    most = value;
  }
  return best;
}

void print_used_report(const NamedReport& report, Console& console) {
  console.say(
      fmt::format("using {}, a tournament report (TRF) in the folder", shown_path(report.path)));
}

void print_unused_report(const std::string& path, Console& console) {
  console.say(fmt::format("{}: the report contains less than half of each event's players",
                          shown_path(path)));
}

const ColumnIndex& FindingPlaces::columns_of(std::uint64_t line) {
  if (line != line_) columns_.emplace(compared_.report.lines[line - 1]);
  line_ = line;
  return *columns_;
}

// Returns the offset of a column of the line, from 0; the end of the line if it is shorter.
std::uint64_t FindingPlaces::offset_in_file(const TrfPlace& place, std::size_t column) {
  const ColumnIndex& columns = columns_of(place.line);
  // Each Windows-1252 character is one byte.
  const std::size_t in_line =
      compared_.report.is_utf8 ? columns.offset_of(column) : std::min(column, columns.size());
  return compared_.report.offsets[place.line - 1] + in_line;
}

LocatedDiagnostic FindingPlaces::in_report(const TrfPlace& place, Diagnostic diagnostic) {
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kAfter = 60;
  const ColumnIndex& columns = columns_of(place.line);
  const std::size_t at = std::min<std::size_t>(place.column - 1, columns.size());
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::size_t to = std::min(columns.size(), at + kAfter);
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.line = place.line;
  located.column = place.column;
  located.diagnostic.offset = offset_in_file(place, place.column - 1);
  located.diagnostic.length = static_cast<std::uint32_t>(
      offset_in_file(place, place.column - 1 + place.length) - located.diagnostic.offset);
  for (const std::string_view character : code_points_of(columns.text_of(from, to - from))) {
    const bool is_control = static_cast<unsigned char>(character[0]) < ' ';
    located.excerpt += is_control ? std::string_view(" ") : character;
  }
  located.is_cut_before = from > 0;
  located.is_cut_after = to < columns.size();
  located.marker_start = static_cast<std::uint32_t>(at - from);
  located.marker_length = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(place.length, 1, std::max<std::size_t>(to - at, 1)));
  return located;
}

FileFinding FindingPlaces::in_file(const CrosscheckFinding& finding) {
  Diagnostic diagnostic{.code = finding.code};
  diagnostic.message = finding.message;
  if (finding.place) {
    return {compared_.report_name, in_report(*finding.place, std::move(diagnostic))};
  }
  const EventGame& game = compared_.games[*finding.game];
  return {compared_.files[game.file],
          located_in(game, game.tag(finding.tag), std::move(diagnostic))};
}

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
      return Error{fmt::format("unknown tie-break '{}'{} (`arbiter explain tie-breaks` lists all)",
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
               "in the report (`arbiter crosscheck` lists all)", console);
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
