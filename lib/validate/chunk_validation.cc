#include "lib/validate/chunk_validation.h"

#include <algorithm>

#include "lib/pgn/reader.h"
#include "lib/validate/event_games.h"
#include "lib/validate/locate.h"

namespace arbiter {

ChunkValidator::ChunkValidator(const FileValidationOptions& options)
    : wants_games_(options.wants_games),
      wants_event_games_(options.wants_event_games),
      wants_one_event_(options.wants_one_event),
      witness_(options.witness),
      sink_(options.wanted),
      text_checker_(sink_),
      validator_(options.validator, sink_) {}

void ChunkValidator::check(const TextChunk& chunk, ChunkReport& report) {
  report.findings.clear();
  report.games.clear();
  report.event_games.clear();
  report.totals = {};
  bool takes_event_games =
      wants_event_games_ != nullptr && wants_event_games_->load(std::memory_order_relaxed);
  sink_.start_file();

  report.totals.lines = text_checker_.check(chunk.source, chunk.line_end);
  PgnReader reader(chunk.source, sink_);
  for (sink_.start_game(); reader.next(game_); sink_.start_game()) {
    const GameSummary& summary = validator_.check(game_);
    ++report.totals.games;
    report.totals.plies += summary.plies;
    if (!summary.is_replayed) ++report.totals.unreplayed;
    if (witness_ != nullptr) witness_->on_checked(game_, summary, validator_.played());
    if (wants_games_) report.games.push_back(summary);
    if (takes_event_games) {
      report.event_games.push_back(event_game_of(game_, summary, validator_.played()));
      takes_event_games =
          !wants_one_event_ || report.event_games.back().is_of_event(report.event_games.front());
    }
  }

  sink_.finish_game();
  place_event_games(chunk.source, report.event_games);

  report.totals.withheld = sink_.withheld();
  report.totals.bytes = chunk.source.text.size();
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    const std::uint64_t count = sink_.count_of(static_cast<DiagnosticCode>(i));
    report.totals.counts[i] = count - counted_[i];
    counted_[i] = count;
  }
  std::vector<Diagnostic> diagnostics = sink_.take();
  std::ranges::stable_sort(diagnostics, {}, &Diagnostic::offset);
  Locator locator(chunk.source);
  report.findings.reserve(diagnostics.size());
  for (Diagnostic& diagnostic : diagnostics) {
    report.findings.push_back(locator.locate(std::move(diagnostic)));
  }
}

}  // namespace arbiter
