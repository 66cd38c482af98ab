#include "tools/report/report_reader.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "db/import/game_drafter.h"
#include "lib/notation/fen.h"
#include "lib/validate/event_games.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

std::size_t place_of(const GameResult& result) {
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

}  // namespace

ReportReader::ReportReader(ReadingOptions options)
    : options_(std::move(options)), tally_(options_.selection) {
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
  if (!data_.event.is_one_event()) return;
  for (EventFinding& finding : data_.event.findings()) {
    const EventGame& game = data_.event.games()[finding.game];
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

void ReportReader::add(std::size_t file, LocatedDiagnostic located) {
  const DiagnosticCode code = located.diagnostic.code;
  if (ignored_[file][index_of(code)]) return;
  if (options_.selection.is_on(code) && options_.known.take(located)) return;
  tally_.add_finding(code);
  if (options_.selection.is_shown(code)) keep({.file = file, .located = std::move(located)});
}

// Games with findings are added in any case.
bool ReportReader::can_be_played(const EventGame& game, const std::string& moves) const {
  const PageLimits& limits = options_.limits;
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
  if (played.has_board) seen.last_fen = fen_of(played.last);
  const std::lock_guard lock(mutex_);
  seen_[game.offset] = std::move(seen);
}

std::string ReportReader::last_fen_of(const Diagnostic& diagnostic) {
  if (diagnostic.game == 0) return {};
  const std::lock_guard lock(mutex_);
  const auto next = seen_.upper_bound(diagnostic.offset);
  return next == seen_.begin() ? std::string() : std::prev(next)->second.last_fen;
}

bool ReportReader::keep(PageFinding finding) {
  std::vector<PageFinding>& kept = data_.findings[finding.located.diagnostic.code];
  if (kept.size() >= options_.limits.of_kind) return false;
  kept.push_back(std::move(finding));
  return true;
}

void ReportReader::on_finding(const LocatedDiagnostic& located) {
  if (options_.known.take(located) || !options_.selection.is_shown(located.diagnostic.code)) return;
  PageFinding finding{.file = data_.files.size() - 1, .located = located};
  const Diagnostic& diagnostic = located.diagnostic;
  const bool is_of_end = entry_of(diagnostic.code).group == Group::Ending;
  if (is_of_end && diagnostic.fen.empty()) finding.last_fen = last_fen_of(diagnostic);
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
  count(game, seen);
  data_.event.add(game);
  if (data_.games.size() < options_.limits.listed) list(std::move(game), std::move(seen));
}

void ReportReader::list(EventGame game, Seen seen) {
  PageGame& listed = data_.games.emplace_back();
  listed.game = std::move(game);
  listed.ending = seen.ending;
  listed.opening = seen.facts.opening;
  if (!can_be_played(listed.game, seen.moves)) return;
  ++played_;
  bytes_ += seen.moves.size();
  listed.moves = std::move(seen.moves);
}

void ReportReader::count(const EventGame& game, const Seen& seen) {
  GameTotals& totals = data_.totals;
  ++totals.games;
  totals.plies += game.plies;
  const std::size_t result = place_of(game.result);
  ++totals.results[result];
  ++totals.endings[static_cast<std::size_t>(seen.ending)];
  if (game.plies > 0) {
    const std::size_t moves = (game.plies + 1) / 2;
    ++totals.lengths[std::min((moves - 1) / GameTotals::kMovesOfBin, GameTotals::kLengthBins - 1)];
    const Opening* opening = seen.facts.opening;
    if (opening != nullptr) ++totals.openings[family_of(opening->name)][result];
  }
  for (std::size_t ply = 0; ply < seen.facts.thought.size(); ++ply) {
    const auto& time = seen.facts.thought[ply];
    if (!time || ply / 2 >= totals.thought.size()) continue;
    totals.thought[ply / 2].seconds += static_cast<double>(time->count()) / 1000;
    ++totals.thought[ply / 2].moves;
  }
}

}  // namespace arbiter
