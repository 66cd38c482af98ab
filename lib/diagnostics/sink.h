// One finding in one file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// Sentences are in lower case and without a full stop.
struct Diagnostic {
  DiagnosticCode code;

  // The marked text, in bytes from the start of the unpacked file; a length
  // of 0 marks a place.
  std::uint64_t offset = 0;
  std::uint32_t length = 0;

  std::string message = {};  // what is wrong: a sentence that names squares and pieces
  std::string help = {};     // what would help, or empty

  std::optional<std::uint32_t> ply = {};  // of the move meant; a game's first move has 1
  std::uint64_t game = 0;                 // a file's first game has 1; 0 means the file itself
  std::string san = {};                   // that move as it is written, or empty
  std::string fen = {};                   // the position before that move, or empty

  // The rule that decides here, where it is another than the catalogue names for all findings of
  // this kind: "Laws 3.7.1". Static storage.
  std::string_view own_reference = {};
};

// Who receives findings.

// Counts every finding and receives those that are wanted. Writing a message
// costs far more than finding the fault, so callers ask first:
//   if (sink.wants(code)) sink.report({...}); else sink.count(code);
// Of a code that is reported once per file only the first finding is wanted
// until `start_file` is called.
//
// However many faults a text has, what is received of it stays small: of one kind in one game
// kMostOfKind findings, of a stretch kMostInStretch. Those that follow are only counted;
// too-many-in-game and `withheld` say how many they are.
class DiagnosticSink {
 public:
  static constexpr std::uint32_t kMostOfKind = 1000;
  static constexpr std::uint32_t kMostInStretch = 20'000;

  virtual ~DiagnosticSink() = default;
  DiagnosticSink(const DiagnosticSink&) = delete;
  DiagnosticSink& operator=(const DiagnosticSink&) = delete;

  bool wants(DiagnosticCode code) const { return wanted_now_[index_of(code)]; }

  // Counts findings that are not wanted.
  void count(DiagnosticCode code, std::uint64_t times = 1) { counts_[index_of(code)] += times; }

  // Counts a finding and passes it on if it is wanted.
  void report(Diagnostic diagnostic);

  // The next findings are in another file, or another stretch of one.
  void start_file();

  // The next findings are in a game, which ends the one before.
  void start_game() {
    finish_game();
    is_in_game_ = true;
  }

  // Says what was too much in the game.
  void finish_game() {
    is_in_game_ = false;
    if (has_findings_in_game_) close_game();
  }

  // The findings of the stretch so far that were wanted but not received, those apart that
  // too-many-in-game has told.
  std::uint64_t withheld() const;

  // Findings so far, reported or not.
  std::uint64_t count_of(DiagnosticCode code) const { return counts_[index_of(code)]; }

 protected:
  explicit DiagnosticSink(const CodeSet& wanted) : wanted_(wanted), wanted_now_(wanted) {}

 private:
  using Counts = std::array<std::uint64_t, kDiagnosticCount>;
  // The last finding of a kind that was received of a game.
  struct LastOfKind {
    Diagnostic place;
    std::uint64_t count;  // of its kind, up to it
  };

  virtual void receive(Diagnostic diagnostic) = 0;
  void note(const Diagnostic& diagnostic);
  void close_game();
  void fill_up();

  CodeSet wanted_;
  CodeSet wanted_now_;
  Counts counts_{};

  bool is_in_game_ = false;
  bool has_findings_in_game_ = false;
  std::array<std::uint16_t, kDiagnosticCount> received_of_kind_{};  // in the game
  std::vector<LastOfKind> last_of_kind_;                            // of kinds that are too many
  std::uint32_t received_ = 0;                                      // in the stretch
  CodeSet wanted_later_;   // once `received_` has reached its most
  Counts counts_at_most_;  // and what was counted by then
};

// Every code.
inline CodeSet all_codes() { return CodeSet().set(); }

// Keeps what it receives.
class CollectingSink final : public DiagnosticSink {
 public:
  explicit CollectingSink(const CodeSet& wanted = all_codes()) : DiagnosticSink(wanted) {}

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Hands over what was collected and begins anew; the counts go on.
  std::vector<Diagnostic> take() { return std::exchange(diagnostics_, {}); }

 private:
  void receive(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }

  std::vector<Diagnostic> diagnostics_;
};

}  // namespace arbiter
