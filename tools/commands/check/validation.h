// Many files validated one after another into one report.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/diagnostics/selection.h"
#include "lib/io/input_files.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/list_checks.h"
#include "lib/tournament/player_list.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/configuration.h"
#include "tools/cli/output/known_findings.h"
#include "tools/cli/output/progress.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/tally.h"

namespace arbiter {

struct ValidationPlan {
  Selection selection;
  AnswerFormat format = AnswerFormat::Text;
  ReportContent content;
  bool shows_progress = true;
  std::uint64_t max_findings = UINT64_MAX;
  EventScope event = EventScope::File;
  std::string players = {};                     // the list of players; empty: none
  std::optional<ListMonth> players_month = {};  // nothing: what the list says
  bool is_quiet = false;
  Configuration configuration = {};  // for what is ignored in some files
  KnownFindings known = {};          // which are not reported
  // What it wants is set by the Validation.
  FileValidationOptions file;
};

class Validation final : private ValidationListener {
 public:
  Validation(ValidationPlan plan, Console& console);

  // Validates what the arguments name, in their order; "-" is standard input.
  // What cannot be read is complained about and counted, and the rest is read.
  // Throws IoError where results cannot be written.
  RunEnd run(const std::vector<std::string>& arguments);

 private:
  void on_finding(const LocatedDiagnostic& located) override;
  void on_game(const GameSummary& game) override;
  void on_event_game(EventGame game) override;
  bool on_progress(std::uint64_t games, std::uint64_t bytes) override;

  void validate_input(const std::string& path);
  void validate_member(const Member& member);
  void report(DiagnosticCode code, std::string message, const FileTotals& where);
  void report_event();
  void report_players();
  void report(std::string file, LocatedDiagnostic located);
  void show(const LocatedDiagnostic& located);
  void report_damage(const std::string& damage, const FileTotals& where);
  void note_unread(std::string_view why, std::uint64_t shown_before);
  void fail(const std::string& path, std::string_view why);
  Duration time_so_far() const;

  ValidationPlan plan_;
  Console& console_;
  std::unique_ptr<Report> report_;
  Tally tally_;
  EventCollector event_;
  PlayerMentions mentions_;
  std::atomic<bool> wants_mentions_;
  Progress progress_;
  std::chrono::steady_clock::time_point start_;
  std::string file_;                // the name of the games file being read
  const Input* input_ = nullptr;    // the input being read
  std::uint64_t bytes_before_ = 0;  // on disk, of the inputs before it
  std::optional<std::uint64_t> total_bytes_;
  std::uint64_t shown_ = 0;
  std::uint64_t withheld_ = 0;
};

}  // namespace arbiter
