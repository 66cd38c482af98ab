// Findings in one game, by its tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A stretch of the game's text, in bytes from its start.
struct TextSpan {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  TextSpan() = default;
  TextSpan(std::uint32_t offset_in_game, std::uint32_t bytes)
      : offset(offset_in_game), length(bytes) {}
  TextSpan(const Token& token) : offset(token.offset), length(token.length) {}
};

// What a finding says, beside its code and place.
struct Remark {
  std::string message;
  std::string help = {};
  std::optional<std::uint32_t> ply = {};
  std::string san = {};
  std::string fen = {};
  std::string_view own_reference = {};  // as in Diagnostic
};

// Ask `wants_or_counts(code)` first: where it is false, the finding has been counted and
// nothing is left to do.
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
    diagnostic.own_reference = remark.own_reference;
    sink_.report(std::move(diagnostic));
  }

 private:
  DiagnosticSink& sink_;
  const PgnGame* game_ = nullptr;
};

}  // namespace arbiter
