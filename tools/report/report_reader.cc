#include "tools/report/report_reader.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "db/import/game_drafter.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

std::size_t place_of_result(const GameResult& result) {
  switch (result.outcome) {
    case Outcome::WhiteWins:
      return 0;
    case Outcome::Draw:
      return 1;
    case Outcome::BlackWins:
      return 2;
    case Outcome::Unknown:
      break;
  }
  return 3;
}

// Returns the pages of the rounds. Each page has at most kMaxGames games, and about kMaxBytes.
std::vector<RoundPage> split_rounds(const ReportData& data) {
  constexpr std::size_t kMaxGames = 1000;
  constexpr std::size_t kMaxBytes = 2'800'000;
  constexpr std::size_t kBytesOfRow = 600;
  std::vector<RoundPage> pages;
  for (const auto& [round, games] : by_round(data)) {
    std::size_t bytes = 0;
    pages.push_back({round, 1, true, {}});
    for (const std::size_t game : games) {
      const std::size_t more = data.games[game].moves.size() + kBytesOfRow;
      const std::size_t listed = pages.back().games.size();
      if (listed == kMaxGames || (listed > 0 && bytes + more > kMaxBytes)) {
        pages.back().is_last = false;
        pages.push_back({round, pages.back().part + 1, true, {}});
        bytes = 0;
      }
      pages.back().games.push_back(game);
      bytes += more;
    }
  }
  return pages;
}

}  // namespace

std::map<std::uint32_t, std::vector<std::size_t>> by_round(const ReportData& data) {
  std::map<std::uint32_t, std::vector<std::size_t>> rounds;
  const std::vector<EventGame>& games = data.event.games();
  const std::vector<std::uint32_t> numbers = round_numbers(games);
  for (std::size_t i = 0; i < data.games.size(); ++i) {
    const std::uint32_t round = games[i].is_of_playoff ? kPlayoff : numbers[i];
    rounds[round == 0 ? kNoRound : round].push_back(i);
  }
  // In round 1.2.3, the parts are the match and its board.
  const auto board = [&](std::size_t place) {
    const EventGame& game = data.games[place].game;
    std::vector<std::uint32_t> parts = game.round().parts;
    if (parts.size() < 2) parts = {game.board()};
    return parts;
  };
  for (auto& [round, places] : rounds) std::ranges::stable_sort(places, {}, board);
  return rounds;
}

void count(const PageGame& listed, GameTotals& totals) {
  const EventGame& game = listed.game;
  ++totals.games;
  totals.plies += game.plies;
  const std::size_t result = place_of_result(game.result);
  ++totals.results[result];
  ++totals.endings[static_cast<std::size_t>(listed.ending)];
  if (game.plies > 0) {
    const std::size_t moves = (game.plies + 1) / 2;
    ++totals.lengths[std::min((moves - 1) / GameTotals::kMovesOfBin, GameTotals::kLengthBins - 1)];
    if (listed.opening != nullptr) ++totals.openings[family_of(listed.opening->name)][result];
  }
  for (std::size_t ply = 0; ply < listed.thought.size(); ++ply) {
    const auto& time = listed.thought[ply];
    if (!time || ply / 2 >= totals.thought.size()) continue;
    totals.thought[ply / 2].seconds += static_cast<double>(time->count()) / 1000;
    ++totals.thought[ply / 2].moves;
  }
}

ReportReader::ReportReader(ReadingOptions options)
    : options_(std::move(options)), limits_(options_.limits), tally_(options_.selection) {
  if (options_.splits_events) {
    constexpr std::size_t kPages = 20;  // pages that may reach their limits
    limits_.listed = EventCollector::kMaxGames;
    limits_.played *= kPages;
    limits_.of_kind *= kPages;
    limits_.bytes *= 4;
  }
  validation_.wanted =
      options_.known.has_any() ? options_.selection.on() : options_.selection.shown();
  validation_.validator = options_.validator;
  validation_.collects_event_games = &wants_event_games_;
  validation_.witness = this;
  validation_.jobs = options_.jobs;
  if (options_.system) data_.event.choose_system(*options_.system);
}

FileTotals ReportReader::read(std::string name, ByteSource& source, const CodeSet& ignored) {
  data_.event.begin_file(name);
  data_.files.push_back(std::move(name));
  seen_.clear();
  shown_.clear();
  ignored_.push_back(ignored);
  FileValidationOptions options = validation_;
  options.wanted &= ~ignored;
  options_.known.begin_file();
  FileTotals totals = validate_file(source, options, *this);
  totals.ignore(ignored);
  options_.known.subtract_from(totals);
  tally_.add_file(totals);
  return totals;
}

void ReportReader::finish() {
  std::vector<EventGroup> events = data_.event.find_playoffs();
  if (data_.event.is_one_event()) return report_event(data_.event);
  if (!options_.splits_events) return;
  for (EventGroup& event : events) {
    const auto part = data_.event.part(event.games);
    if (!part->is_one_event()) continue;
    report_event(*part);
    const auto playoff = data_.event.part(event.playoff);
    if (playoff->is_one_event()) report_event(*playoff);
    tournaments_.push_back(std::move(event));
  }
}

void ReportReader::report_event(const EventCollector& event) {
  for (EventFinding& finding : event.findings()) {
    const EventGame& game = event.games()[finding.game];
    add(game.file, located_in(game, game.tag(finding.tag),
                              {.code = finding.code, .message = std::move(finding.message)}));
  }
}

void ReportReader::add(const std::string& file, LocatedDiagnostic located) {
  const auto found = std::ranges::find(data_.files, file);
  const auto place = static_cast<std::size_t>(found - data_.files.begin());
  if (found == data_.files.end()) {
    data_.files.push_back(file);
    ignored_.emplace_back();
  }
  add(place, std::move(located));
}

void ReportReader::add(EventPage& page, const std::string& file, LocatedDiagnostic located) {
  const DiagnosticCode code = located.diagnostic.code;
  if (options_.selection.is_on(code) && options_.known.take(located)) return;
  page.tally.add_finding(code);
  std::vector<PageFinding>& kept = page.data.findings[code];
  if (!options_.selection.is_shown(code) || kept.size() >= options_.limits.of_kind) return;
  const auto found = std::ranges::find(page.data.files, file);
  kept.push_back({.file = static_cast<std::size_t>(found - page.data.files.begin()),
                  .located = std::move(located)});
  if (found == page.data.files.end()) page.data.files.push_back(file);
}

void ReportReader::add(std::size_t file, LocatedDiagnostic located) {
  const DiagnosticCode code = located.diagnostic.code;
  if (ignored_[file][index_of(code)]) return;
  if (options_.selection.is_on(code) && options_.known.take(located)) return;
  tally_.add_finding(code);
  if (options_.splits_events) found_.push_back({file, located.diagnostic.game, code});
  if (options_.selection.is_shown(code)) keep({.file = file, .located = std::move(located)});
}

// Games with findings are always added.
bool ReportReader::can_be_played(const EventGame& game, const std::string& moves) const {
  const PageLimits& limits = limits_;
  if (limits.played == 0 || bytes_ + moves.size() > limits.bytes) return false;
  return played_ < limits.played || shown_.contains(game.number);
}

ReportReader::Writer& ReportReader::writer_of_thread() {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Writer>& writer = writers_[std::this_thread::get_id()];
  if (!writer) writer = std::make_unique<Writer>(options_.validator.piece_letters);
  return *writer;
}

void ReportReader::on_checked(const PgnGame& game, const GameSummary& summary,
                              const PlayedGame& played) {
  Seen seen{.ending = ending_of_game(game, played, summary)};
  Writer& writer = writer_of_thread();
  writer.exporter.append(game, seen.moves);
  seen.facts = writer.layout->facts();
  if (played.has_board) seen.last = played.last.board();
  const std::lock_guard lock(mutex_);
  seen_[game.offset] = std::move(seen);
}

std::optional<Board> ReportReader::last_board_of(const Diagnostic& diagnostic) {
  if (diagnostic.game == 0) return {};
  const std::lock_guard lock(mutex_);
  const auto next = seen_.upper_bound(diagnostic.offset);
  return next == seen_.begin() ? std::nullopt : std::prev(next)->second.last;
}

bool ReportReader::keep(PageFinding finding) {
  std::vector<PageFinding>& kept = data_.findings[finding.located.diagnostic.code];
  if (kept.size() >= limits_.of_kind) return false;
  kept.push_back(std::move(finding));
  return true;
}

void ReportReader::on_finding(const LocatedDiagnostic& located) {
  if (options_.known.take(located) || !options_.selection.is_shown(located.diagnostic.code)) return;
  PageFinding finding{.file = data_.files.size() - 1, .located = located};
  const Diagnostic& diagnostic = located.diagnostic;
  if (options_.splits_events) found_.push_back({finding.file, diagnostic.game, diagnostic.code});
  const bool is_of_end = entry_of(diagnostic.code).group == Group::Ending;
  if (is_of_end && diagnostic.fen.empty()) finding.last = last_board_of(diagnostic);
  if (keep(std::move(finding))) shown_.insert(located.diagnostic.game);
}

void ReportReader::on_event_game(EventGame game) {
  Seen seen;
  {
    const std::lock_guard lock(mutex_);
    seen = std::move(seen_.begin()->second);
    seen_.erase(seen_.begin());
  }
  game.file = static_cast<std::uint32_t>(data_.files.size() - 1);
  data_.event.add(game);
  PageGame listed{.game = std::move(game),
                  .ending = seen.ending,
                  .opening = seen.facts.opening,
                  .thought = std::move(seen.facts.thought)};
  arbiter::count(listed, data_.totals);
  if (!options_.splits_events) listed.thought.clear();
  if (data_.games.size() < limits_.listed) list(std::move(listed), std::move(seen));
}

void ReportReader::list(PageGame listed, Seen seen) {
  if (can_be_played(listed.game, seen.moves)) {
    ++played_;
    bytes_ += seen.moves.size();
    listed.moves = std::move(seen.moves);
  }
  data_.games.push_back(std::move(listed));
}

void ReportReader::limit(ReportData& data) const {
  const PageLimits& limits = options_.limits;
  std::set<std::pair<std::size_t, std::uint64_t>> shown;  // games by file and number
  for (auto& [code, findings] : data.findings) {
    if (findings.size() > limits.of_kind) {
      findings.erase(findings.begin() + static_cast<std::ptrdiff_t>(limits.of_kind),
                     findings.end());
    }
    for (const PageFinding& one : findings) {
      shown.emplace(one.file, one.located.diagnostic.game);
    }
  }
  if (options_.splits_rounds && data.games.size() > limits.unsplit && data.event.is_one_event()) {
    data.rounds = split_rounds(data);
  } else if (data.games.size() > limits.listed) {
    data.games.erase(data.games.begin() + static_cast<std::ptrdiff_t>(limits.listed),
                     data.games.end());
  }
  std::size_t played = 0;
  std::size_t bytes = 0;
  const auto limit_game = [&](PageGame& game) {
    const bool is_within =
        played < limits.played || shown.contains({game.game.file, game.game.number});
    if (!is_within || bytes + game.moves.size() > limits.bytes) game.moves.clear();
    bytes += game.moves.size();
    played += !game.moves.empty();
  };
  if (data.rounds.empty()) std::ranges::for_each(data.games, limit_game);
  for (const RoundPage& page : data.rounds) {
    played = bytes = 0;
    for (const std::size_t game : page.games) limit_game(data.games[game]);
  }
}

std::vector<std::unique_ptr<EventPage>> ReportReader::pages() const {
  constexpr std::size_t kMaxPages = 1000;
  std::vector<std::unique_ptr<EventPage>> pages;
  const std::vector<EventGame>& games = data_.event.games();
  const std::size_t events = tournaments_.size();
  if (events < 2 || events > kMaxPages) return pages;
  using GameKey = std::pair<std::size_t, std::uint64_t>;  // file and number
  std::map<GameKey, std::size_t> page_numbers;
  for (std::size_t i = 0; i < events; ++i) {
    for (const auto* const part : {&tournaments_[i].games, &tournaments_[i].playoff}) {
      for (const std::uint32_t game : *part) {
        page_numbers[{games[game].file, games[game].number}] = i;
      }
    }
  }
  for (std::size_t i = 0; i <= events; ++i) {
    EventPage& page = *pages.emplace_back(std::make_unique<EventPage>(options_.selection));
    if (options_.system) page.data.event.choose_system(*options_.system);
  }
  const auto page_of = [&](std::size_t file, std::uint64_t game) -> EventPage& {
    const auto found = page_numbers.find({file, game});
    return *pages[found == page_numbers.end() ? events : found->second];
  };
  // The files of each page, numbered by order of appearance.
  std::map<EventPage*, std::map<std::size_t, std::size_t>> files;
  const auto file_in = [&](EventPage& page, std::size_t file) {
    const auto [found, is_new] = files[&page].try_emplace(file, page.data.files.size());
    if (is_new) {
      page.data.files.push_back(data_.files[file]);
      page.data.event.begin_file(data_.files[file]);
    }
    return found->second;
  };
  for (const EventGame& game : games) {
    EventPage& page = page_of(game.file, game.number);
    file_in(page, game.file);
    page.data.event.add(game);
  }
  std::map<EventPage*, std::map<std::size_t, FileTotals>> totals;  // by file
  for (const PageGame& listed : data_.games) {
    EventPage& page = page_of(listed.game.file, listed.game.number);
    arbiter::count(listed, page.data.totals);
    ++totals[&page][listed.game.file].games;
    page.data.games.push_back(listed);
    page.data.games.back().game.file = static_cast<std::uint32_t>(file_in(page, listed.game.file));
  }
  for (const auto& [page, by_file] : totals) {
    for (const auto& [file, of_file] : by_file) page->tally.add_file(of_file);
  }
  for (const Found& found : found_) page_of(found.file, found.game).tally.add_finding(found.code);
  for (const auto& [code, findings] : data_.findings) {
    for (const PageFinding& finding : findings) {
      EventPage& page = page_of(finding.file, finding.located.diagnostic.game);
      page.data.findings[code].push_back(finding);
      page.data.findings[code].back().file = file_in(page, finding.file);
    }
  }
  if (pages.back()->data.games.empty() && pages.back()->data.findings.empty()) pages.pop_back();
  for (const auto& page : pages) limit(page->data);
  return pages;
}

}  // namespace arbiter
