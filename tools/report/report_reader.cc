#include "tools/report/report_reader.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "db/import/game_drafter.h"
#include "lib/notation/fen.h"
#include "lib/validate/event_games.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

// Read on the calling thread, even if unpacking is slow: the reader must receive each game before
// its findings.
class ReadHere final : public ByteSource {
 public:
  explicit ReadHere(ByteSource& source) : source_(source) {}
  std::size_t read(std::span<char> into) override { return source_.read(into); }
  std::optional<std::string> damage() const override { return source_.damage(); }

 private:
  ByteSource& source_;
};

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
    : options_(std::move(options)),
      tally_(options_.selection),
      layout_(new ViewerLayout),
      exporter_(std::unique_ptr<GameLayout>(layout_), options_.validator.piece_letters) {
  validation_.wanted =
      options_.known.has_any() ? options_.selection.on() : options_.selection.shown();
  validation_.validator = options_.validator;
  validation_.collects_event_games = &wants_event_games_;
  validation_.witness = this;
  if (options_.system) data_.event.choose_system(*options_.system);
}

FileTotals ReportReader::read(std::string name, ByteSource& source, const CodeSet& ignored) {
  data_.event.begin_file(name);
  data_.files.push_back(std::move(name));
  checked_ = 0;
  shown_.clear();
  ReadHere here(source);
  ignored_.push_back(ignored);
  FileValidationOptions options = validation_;
  options.wanted &= ~ignored;
  options_.known.begin_file();
  FileTotals totals = validate_file(here, options, *this);
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

void ReportReader::on_checked(const PgnGame& game, const GameSummary& summary,
                              const PlayedGame& played) {
  Seen& seen = seen_[++checked_];
  seen.ending = ending_of_game(game, played, summary);
  exporter_.append(game, seen.moves);
  seen.facts = layout_->facts();
  if (played.has_board) seen.last_fen = fen_of(played.last);
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
  const auto game = seen_.find(diagnostic.game);
  const bool is_of_end = entry_of(diagnostic.code).group == Group::Ending;
  if (is_of_end && diagnostic.fen.empty() && game != seen_.end()) {
    finding.last_fen = game->second.last_fen;
  }
  if (keep(std::move(finding))) shown_.insert(located.diagnostic.game);
}

void ReportReader::on_event_game(EventGame game) {
  const auto found = seen_.find(game.number);
  if (found == seen_.end()) return;
  game.file = static_cast<std::uint32_t>(data_.files.size() - 1);
  count(game, found->second);
  data_.event.add(game);
  if (data_.games.size() < options_.limits.listed) list(std::move(game), std::move(found->second));
  seen_.erase(found);
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
