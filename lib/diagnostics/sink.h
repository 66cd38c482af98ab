// Findings in files, and sinks that receive them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/board.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// A finding in a file. Its strings are in lower case and without a full stop.
struct Diagnostic {
  DiagnosticCode code;

  // The marked text, in bytes from the start of the decompressed file. A length of 0 marks a
  // position.
  std::uint64_t offset = 0;
  std::uint32_t length = 0;

  std::string message = {};  // what is wrong, in a sentence that names squares and pieces
  std::string help = {};     // a suggestion, or empty

  std::optional<std::uint32_t> ply = {};  // ply of the intended move; a game's first move has 1
  std::uint64_t game = 0;           // game number in the file, from 1; 0 means the file itself
  std::string san = {};             // the move as written, or empty
  std::string fen = {};             // the position before the move, or empty
  std::optional<Board> board = {};  // board of that position, if it is valid
  Bitboard squares = {};            // squares named in the message

  // The broken rule, such as "Laws 3.7.1", if it differs from the rule in the catalogue. Static
  // storage.
  std::string_view own_reference = {};
};

// Counts every finding, and receives those for which `wants(code)` is true. Formatting a message
// costs far more than detecting the problem, so callers check first: `if (sink.wants(code))
// sink.report({...}); else sink.count(code);`. A code with once_per_file is received only once
// until `start_file` is called.
//
// A sink receives at most kMaxOfKind findings of one kind in a game, and at most kMaxInChunk in a
// chunk. Further findings are only counted; too-many-in-game and `withheld` report their number.
class DiagnosticSink {
 public:
  static constexpr std::uint32_t kMaxOfKind = 1000;
  static constexpr std::uint32_t kMaxInChunk = 20'000;

  virtual ~DiagnosticSink() = default;
  DiagnosticSink(const DiagnosticSink&) = delete;
  DiagnosticSink& operator=(const DiagnosticSink&) = delete;

  bool wants(DiagnosticCode code) const { return wanted_now_[index_of(code)]; }

  // Counts findings without receiving them.
  void count(DiagnosticCode code, std::uint64_t times = 1) { counts_[index_of(code)] += times; }

  // Counts a finding, and receives it if `wants(code)` is true.
  void report(Diagnostic diagnostic);

  // Starts another file, or another chunk of a file.
  void start_file();

  // Starts a game, and ends the previous one.
  void start_game() {
    finish_game();
    is_in_game_ = true;
  }

  // Ends the game, and reports how many findings exceeded the limit.
  void finish_game() {
    is_in_game_ = false;
    if (has_findings_in_game_) close_game();
  }

  // Returns the number of findings in the chunk that exceeded the limits, except those reported by
  // too-many-in-game.
  std::uint64_t withheld() const;

  // Returns the number of findings so far, received or only counted.
  std::uint64_t count_of(DiagnosticCode code) const { return counts_[index_of(code)]; }

 protected:
  explicit DiagnosticSink(const CodeSet& wanted) : wanted_(wanted), wanted_now_(wanted) {}

 private:
  using Counts = std::array<std::uint64_t, kDiagnosticCount>;
  struct LastOfKind {
    Diagnostic place;
    std::uint64_t count;  // findings of its kind so far, including this one
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
  std::array<std::uint16_t, kDiagnosticCount> received_of_kind_{};  // by kind, within a game
  std::vector<LastOfKind> last_of_kind_;  // one entry for each kind that exceeded its limit
  std::uint32_t received_ = 0;            // number of findings in the current chunk
  CodeSet wanted_later_;   // codes to receive once `received_` has reached its maximum
  Counts counts_at_most_;  // the counts at the time when `received_` reached its maximum
};

// Returns the set of all codes.
inline CodeSet all_codes() { return CodeSet().set(); }

// A sink that collects findings.
class CollectingSink final : public DiagnosticSink {
 public:
  explicit CollectingSink(const CodeSet& wanted = all_codes()) : DiagnosticSink(wanted) {}

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  std::vector<Diagnostic> take() { return std::exchange(diagnostics_, {}); }

 private:
  void receive(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }

  std::vector<Diagnostic> diagnostics_;
};

}  // namespace arbiter
