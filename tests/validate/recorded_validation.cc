#include "tests/validate/recorded_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/diagnostics/catalogue.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/text_checks.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

class Recorder final : public ValidationListener {
 public:
  explicit Recorder(RecordedValidation& record) : record_(record) {}

  void on_finding(const LocatedDiagnostic& finding) override {
    record_.findings.push_back(to_text(finding));
  }
  void on_game(const GameSummary& game) override { record_.games.push_back(to_text(game)); }
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

 private:
  RecordedValidation& record_;
};

LineEnd first_line_end(std::string_view text) {
  const std::size_t at = text.find_first_of("\r\n");
  return at == std::string_view::npos ? LineEnd::LineFeed : line_end_at(text, at);
}

}  // namespace

std::string to_text(const LocatedDiagnostic& finding) {
  const Diagnostic& what = finding.diagnostic;
  return fmt::format("{}:{} {} game {} at {}+{} ply {}: {} | {} | {} | {} | {} {}+{}", finding.line,
                     finding.column, entry_of(what.code).id, what.game, what.offset, what.length,
                     what.ply.value_or(0), what.message, what.help, what.san, what.fen,
                     finding.excerpt, finding.marker_start, finding.marker_length);
}

std::string to_text(const GameSummary& game) {
  return fmt::format("{}: {} - {}, {} plies{}{}, end {}, claim {}", game.number, game.white,
                     game.black, game.plies, game.is_complete ? "" : " incomplete",
                     game.is_checked ? "" : " unchecked", game.end ? 1 : 0,
                     game.first_claim ? game.first_claim->ply : 0);
}

FileValidationOptions all_checks(unsigned jobs) {
  FileValidationOptions options;
  options.wanted = all_codes();
  options.reports_games = true;
  options.validator.today = 20261121;
  options.jobs = jobs;
  return options;
}

RecordedValidation record_validation(ByteSource& source, const FileValidationOptions& options) {
  RecordedValidation record;
  Recorder recorder(record);
  record.totals = validate_file(source, options, recorder);
  return record;
}

RecordedValidation record_whole(std::string_view text, const FileValidationOptions& options) {
  const PaddedText padded(text);
  const PgnText source = padded.source();
  CollectingSink sink(options.wanted);
  RecordedValidation record;
  record.totals.bytes = text.size();
  record.totals.lines = TextChecker(sink).check(source, first_line_end(text));
  Validator validator(options.validator, sink);
  PgnReader reader(source, sink);
  PgnGame game;
  for (sink.start_game(); reader.next(game); sink.start_game()) {
    const GameSummary& summary = validator.check(game);
    ++record.totals.games;
    record.totals.plies += summary.plies;
    record.games.push_back(to_text(summary));
  }
  sink.finish_game();
  std::vector<Diagnostic> diagnostics = sink.take();
  std::ranges::stable_sort(diagnostics, {}, &Diagnostic::offset);
  Locator locator(source);
  for (Diagnostic& diagnostic : diagnostics) {
    record.findings.push_back(to_text(locator.locate(std::move(diagnostic))));
  }
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    record.totals.counts[i] = sink.count_of(static_cast<DiagnosticCode>(i));
  }
  return record;
}

}  // namespace arbiter::testing
