#include "tools/commands/check/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/io/input_files.h"
#include "lib/validate/event_games.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/player_input.h"

namespace arbiter {
namespace {

// Style is only looked for where it is wanted, so it must be to be counted.
CodeSet wanted_by(const Selection& selection, const ReportContent& content) {
  if (content.findings) return selection.shown();
  CodeSet wanted;
  for (const CatalogueEntry& entry : catalogue()) {
    wanted[index_of(entry.code)] = entry.severity == Severity::Style && selection.is_on(entry.code);
  }
  return wanted;
}

bool seeks_tournament(const Selection& selection) {
  return std::ranges::any_of(catalogue(), [&](const CatalogueEntry& entry) {
    return entry.group == Group::Tournament && selection.is_on(entry.code);
  });
}

}  // namespace

Validation::Validation(ValidationPlan plan, Console& console)
    : plan_(std::move(plan)),
      console_(console),
      report_(make_report(plan_.format, plan_.content, console)),
      tally_(plan_.selection),
      event_(seeks_tournament(plan_.selection) ? plan_.event : EventScope::Never),
      wants_mentions_(!plan_.players.empty()),
      progress_(console),
      start_(std::chrono::steady_clock::now()) {
  plan_.file.wanted = wanted_by(plan_.selection, plan_.content);
  if (plan_.known.has_any()) plan_.file.wanted = plan_.selection.on();
  plan_.file.validator.sought = plan_.selection.on();
  plan_.file.reports_games = plan_.content.games;
  plan_.file.collects_event_games = wants_mentions_ ? &wants_mentions_ : &event_.is_wanted();
  plan_.file.stops_at_other_event = event_.checks_each_file() && !wants_mentions_;
}

RunEnd Validation::run(const std::vector<std::string>& arguments) {
  const NamedFiles named = files_named(arguments);
  total_bytes_ = bytes_of(named.files);
  report_->begin();
  for (const NamedFiles::Unread& unread : named.unread) fail(unread.path, unread.reason);
  for (const std::string& path : named.files) validate_input(path);
  if (event_.checks_everything()) report_event();
  if (wants_mentions_) report_players();
  const RunEnd end{tally_, withheld_, time_so_far(), plan_.known.count()};
  report_->end(end);
  console_.flush();
  console_.clear_status();
  return end;
}

void Validation::validate_input(const std::string& path) {
  auto input = open_input(path);
  if (!input) return fail(path, input.error());
  input_ = input->get();
  std::uint64_t members = 0;
  for (; const auto member = (*input)->next_member(); ++members) validate_member(*member);
  file_ = path;
  if (const auto damage = (*input)->damage()) {
    if (members == 0 && !is_locked(*damage)) {
      fail(path, *damage);
    } else {
      report_damage(*damage, {});
    }
  }
  const std::uint64_t skipped = (*input)->skipped_members();
  if (skipped > 0) {
    report(DiagnosticCode::ArchiveEntrySkipped,
           fmt::format("{} in the archive {} not PGN and {} skipped", counted(skipped, "file"),
                       skipped == 1 ? "is" : "are", skipped == 1 ? "was" : "were"),
           {});
  }
  bytes_before_ += (*input)->consumed_bytes();
  input_ = nullptr;
}

void Validation::validate_member(const Member& member) {
  file_ = member.name;
  if (member.converted_from) {
    report(DiagnosticCode::Utf16,
           fmt::format("the file is in {}, which other PGN readers cannot read; it is converted "
                       "to UTF-8 and checked",
                       to_string(*member.converted_from)),
           {});
  }
  const std::uint64_t shown_before = shown_;
  event_.begin_file(member.name);
  if (wants_mentions_) mentions_.begin_file(member.name);
  const CodeSet ignored = plan_.configuration.ignored_in(member.name);
  FileValidationOptions options = plan_.file;
  options.wanted &= ~ignored;
  plan_.known.begin_file();
  FileTotals totals = validate_file(member.source, options, *this);
  totals.ignore(ignored);
  plan_.known.subtract_from(totals);
  tally_.add_file(totals);
  withheld_ += totals.withheld;
  if (event_.checks_each_file()) report_event();
  if (totals.counts[index_of(DiagnosticCode::BinaryFile)] > 0) {
    note_unread("it is not text", shown_before);
  }
  if (const auto damage = member.source.damage()) report_damage(*damage, totals);
}

// What the games of a tournament say against each other.
void Validation::report_event() {
  if (event_.is_full() && event_.checks_everything()) {
    console_.complain(fmt::format("more than {} games cannot be checked as one tournament",
                                  with_commas(EventCollector::kMaxGames)));
  }
  for (EventFinding& finding : event_.findings()) {
    const EventGame& game = event_.games()[finding.game];
    report(event_.file_of(game),
           located_in(game, game.tag(finding.tag),
                      {.code = finding.code, .message = std::move(finding.message)}));
  }
}

// What the games say of players against the list of players.
void Validation::report_players() {
  const ListComparison comparison{
      .path = plan_.players, .month = plan_.players_month, .is_quiet = plan_.is_quiet};
  const auto failure = compare_with_list(
      mentions_, comparison,
      [this](const std::string& file, LocatedDiagnostic finding) {
        report(file, std::move(finding));
      },
      console_);
  if (!failure) return;
  tally_.add_failure();
  console_.complain(failure->message);
}

// A finding that is in no FileTotals.
void Validation::report(std::string file, LocatedDiagnostic located) {
  const DiagnosticCode code = located.diagnostic.code;
  file_ = std::move(file);
  if (plan_.configuration.ignored_in(file_)[index_of(code)]) return;
  if (plan_.selection.is_on(code) && plan_.known.take(located)) return;
  tally_.add_finding(code);
  if (plan_.file.wanted[index_of(code)]) show(located);
}

void Validation::report_damage(const std::string& damage, const FileTotals& where) {
  const std::uint64_t shown_before = shown_;
  const std::string message =
      is_locked(damage) ? "a file in the archive is password-protected" : damage;
  report(is_locked(damage) ? DiagnosticCode::ArchiveEncrypted : DiagnosticCode::ArchiveDamaged,
         message, where);
  note_unread(message, shown_before);
}

// The present file could not be read, or not to its end. Where the finding that
// says so is not shown, it is complained about.
void Validation::note_unread(std::string_view why, std::uint64_t shown_before) {
  if (shown_ == shown_before) return fail(file_, why);
  tally_.add_failure();
  report_->write_failure(file_, why);
}

// A finding at the end of what `where` has counted.
void Validation::report(DiagnosticCode code, std::string message, const FileTotals& where) {
  report(file_, {.diagnostic = {.code = code, .offset = where.bytes, .message = std::move(message)},
                 .line = where.lines + 1});
}

void Validation::on_finding(const LocatedDiagnostic& located) {
  if (!plan_.known.take(located)) show(located);
}

void Validation::show(const LocatedDiagnostic& located) {
  if (!plan_.content.findings || !plan_.selection.shown()[index_of(located.diagnostic.code)])
    return;
  if (shown_ == plan_.max_findings) {
    ++withheld_;
    return;
  }
  ++shown_;
  report_->write({file_, plan_.selection.severity_of(located.diagnostic.code), located});
}

void Validation::on_event_game(EventGame game) {
  if (wants_mentions_) mentions_.add(game);
  event_.add(std::move(game));
}

void Validation::on_game(const GameSummary& game) { report_->write(file_, game); }

bool Validation::on_progress(std::uint64_t games, std::uint64_t) {
  if (!plan_.shows_progress) return true;
  progress_.show({.read_bytes = bytes_before_ + input_->consumed_bytes(),
                  .total_bytes = total_bytes_,
                  .games = tally_.games() + games,
                  .time = time_so_far()});
  return true;
}

void Validation::fail(const std::string& path, std::string_view why) {
  tally_.add_failure();
  report_->write_failure(path, why);
  console_.complain(fmt::format("{}: {}", path, why));
}

Duration Validation::time_so_far() const { return std::chrono::steady_clock::now() - start_; }

}  // namespace arbiter
