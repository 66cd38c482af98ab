// Reports findings at the tokens of a game.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A part of the game's text, in bytes from its start.
struct TextSpan {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  TextSpan() = default;
  TextSpan(std::uint32_t offset_in_game, std::uint32_t bytes)
      : offset(offset_in_game), length(bytes) {}
  TextSpan(const Token& token) : offset(token.offset), length(token.length) {}
};

// The text of a finding.
struct Remark {
  std::string message;
  std::string help = {};
  std::optional<std::uint32_t> ply = {};
  std::string san = {};
  std::string fen = {};
  std::optional<Board> board = {};
  Bitboard squares = {};
  std::string_view own_reference = {};  // as in Diagnostic
};

// Reports findings in one game. Call `wants_or_counts(code)` before formatting a Remark; if it
// returns false, the finding has been counted.
class GameReporter {
 public:
  explicit GameReporter(DiagnosticSink& sink) : sink_(sink) {}

  void start(const PgnGame& game) { game_ = &game; }
  const PgnGame& game() const { return *game_; }
  DiagnosticSink& sink() { return sink_; }

  bool wants(DiagnosticCode code) const { return sink_.wants(code); }
  bool wants_or_counts(DiagnosticCode code) {
    if (sink_.wants(code)) return true;
    sink_.count(code);
    return false;
  }

  template <class... Args>
  void report(DiagnosticCode code, TextSpan span, fmt::format_string<Args...> message,
              Args&&... args) {
    if (!wants_or_counts(code)) return;
    report(code, span, {.message = fmt::format(message, std::forward<Args>(args)...)});
  }
  template <class... Args>
  void report_with_help(DiagnosticCode code, TextSpan span, std::string_view help,
                        fmt::format_string<Args...> message, Args&&... args) {
    if (!wants_or_counts(code)) return;
    report(
        code, span,
        {.message = fmt::format(message, std::forward<Args>(args)...), .help = std::string(help)});
  }

  // Reports a finding at a half-move.
  template <class... Args>
  void report_at(std::optional<std::uint32_t> ply, DiagnosticCode code, TextSpan span,
                 fmt::format_string<Args...> message, Args&&... args) {
    if (!wants_or_counts(code)) return;
    report(code, span, {.message = fmt::format(message, std::forward<Args>(args)...), .ply = ply});
  }

  // Precondition: wants_or_counts(code) has returned true.
  void report(DiagnosticCode code, TextSpan span, Remark remark) {
    Diagnostic diagnostic{.code = code};
    diagnostic.offset = game_->offset + span.offset;
    diagnostic.length = span.length;
    diagnostic.message = std::move(remark.message);
    diagnostic.help = std::move(remark.help);
    diagnostic.ply = remark.ply;
    diagnostic.game = game_->number;
    diagnostic.san = std::move(remark.san);
    diagnostic.fen = std::move(remark.fen);
    diagnostic.board = remark.board;
    diagnostic.squares = remark.squares;
    diagnostic.own_reference = remark.own_reference;
    sink_.report(std::move(diagnostic));
  }

 private:
  DiagnosticSink& sink_;
  const PgnGame* game_ = nullptr;
};

}  // namespace arbiter
