// The movetext of one game, replayed: main line and variations.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position.h"
#include "lib/laws/dead_moment.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san_resolution.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/clock_checks.h"
#include "lib/validate/comment_checks.h"
#include "lib/validate/draw_checks.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/number_checks.h"
#include "lib/validate/start_position.h"
#include "lib/validate/validator_options.h"

namespace arbiter::validate {

// What the main line came to.
struct PlayedGame {
  StartPosition start;
  Position last;                            // after the last legal move
  std::vector<Move> moves;                  // legal so far
  std::vector<PositionKey> keys;            // of the first position and those after the moves
  bool is_complete = true;                  // no illegal or unreadable move stopped the replay
  bool is_replayed = true;                  // to its end, with illegal moves that stand
  std::optional<ReplayStop> stop;           // where it is not complete, if there was a board
  std::optional<std::uint32_t> terminator;  // the token of the result, if there is one
  std::optional<Outcome> outcome;           // what it says
  std::optional<GameEnd> end;               // what the board says
  // Why a side could not mate in `last`, by color: only where it was asked and is
  // proved within microseconds. Asked for White where `outcome` says that White won,
  // for Black likewise, and for both where the game may be over for that.
  std::array<std::optional<WinnabilityProof>, 2> cannot_mate;
  std::optional<DeadMoment> dead;  // since when nobody could; not for material alone
  std::optional<Outcome> kings;    // the result told by kings on centre squares
  bool ends_in_zeros = false;      // "0-0" at the end: castling, or the result that is missing
  // Whether there was a first position to replay from; without one `start`, `last`
  // and `moves` mean nothing.
  bool has_board = false;
  // Whether some word that looks like SAN deviates from PGN 8.2.3, its sign of check aside.
  bool has_odd_san = false;
  // How often `last` has stood, now included; only if the game is complete.
  std::uint32_t last_occurrences = 1;
};

class MovetextWalk {
 public:
  MovetextWalk(GameReporter& reporter, const ValidatorOptions& options);

  // Replays the game from `start`, reporting what is wrong on the way. The
  // answer lives until the next call. About 40 ns a plain move.
  const PlayedGame& run(const StartPosition& start, RulesProfile profile);

  // Looks at the tokens alone, where there is no position to replay from.
  const PlayedGame& run_without_board();

  // The last answer.
  const PlayedGame& played() const { return played_; }

  // As in the options.
  const CodeSet& sought() const { return sought_; }
  DrawChecks& draws() { return draws_; }
  ClockChecks& clocks() { return clocks_; }

 private:
  // Where the moves of a main line or variation have led.
  struct Line {
    Position position;
    Position before;             // before the last move; only if the game has variations
    bool has_move = false;       // a move of this line has been seen, legal or not
    bool is_broken = false;      // what follows cannot be replayed
    bool is_off_record = false;  // a null move: what follows is checked, but no game
  };
  // A line waiting for the end of a variation.
  struct Outer {
    Line line;
    std::uint32_t opened_at;     // the token "("
    std::int64_t numbers_ahead;  // of the line, as NumberChecks has it
  };

  void reset();
  const PlayedGame& walk();
  bool visit(const Token& token);

  // movetext_walk.cc
  void move(const Token& token, San san);
  void move_with_care(const Token& token, San san, const SanResolution& resolution);
  void play(const Token& token, San san, Move move);
  void check_mark(const Token& token, San san);
  bool is_castling_in_zeros(const Token& token) const;
  bool has_mark_apart(const Token& token) const;
  void too_long(const Token& token);
  void king_capture(const Token& token);
  void illegal(const Token& token, San san);
  void break_line(DiagnosticCode reason);
  void leave_record(DiagnosticCode reason);
  void stop_record(DiagnosticCode reason);

  // movetext_end.cc
  void finish();
  void past_the_end(const Token& token);
  void ask_who_can_mate();
  void end_in_dead_position();
  void report_play_past_death(const DeadMoment& moment);
  const Token* move_token(std::uint32_t ply) const;

  // movetext_repair.cc
  std::vector<San> rest_of_line(const Token& token) const;
  bool is_kings_to_centre(const Token& token);
  void report_kings();
  void suggest_repair(const Token& token, San san, DiagnosticCode code);

  // movetext_words.cc
  bool word(const Token& token);
  bool is_last_word(const Token& token) const;
  bool result_in_other_words(const Token& token, std::string_view text);
  bool is_mark(const Token& token, std::string_view text);
  bool glued_number(const Token& token, std::string_view text);
  bool foreign_move(const Token& token, std::string_view text);
  void loose_move(const Token& token, const LooseMove& loose, std::string_view text);
  GameSpan place_of(Looseness looseness, const Token& token) const;
  bool report_times_sign(const Token& token, std::string_view text);
  void null_move(const Token& token);
  void unreadable(const Token& token, std::string_view text);

  // movetext_symbols.cc
  bool result(const Token& token);
  void behind_terminator(std::uint32_t first);
  void suffix(const Token& token);
  void nag(const Token& token);
  void comment(const Token& token) {
    numbers_.interrupt();
    if (is_on_record()) {
      check_comment(reporter_, token, {clocks_, plies()});
    } else {
      check_comment(reporter_, token);
    }
    if (!token.has_text()) return;
    const bool may_be_unreadable = game().text.data()[token.offset + 1] == 'u';  // "{unreadable:"
    if (may_be_unreadable) check_unreadable(token);
  }
  void check_unreadable(const Token& token);
  void line_comment(const Token& token);
  void escape(const Token& token);
  void stray(const Token& token);

  // movetext_variations.cc
  void open_variation(const Token& token);
  void close_variation(const Token& token);
  void finish_variations();
  bool closes_variation(const Token& brace) const;

  const PgnGame& game() const { return reporter_.game(); }
  std::uint32_t index_of(const Token& token) const {
    return static_cast<std::uint32_t>(&token - game().tokens.data());
  }
  // The last move seen is one of the game: clocks count only there.
  bool is_on_record() const { return !line_.is_broken && !line_.is_off_record && !in_variation(); }
  std::uint32_t plies() const { return static_cast<std::uint32_t>(played_.moves.size()); }
  bool in_variation() const { return !outer_.empty() || skipped_depth_ > 0; }
  void say(DiagnosticCode code, GameSpan place, std::string_view message) {
    if (reporter_.needs(code)) reporter_.report(code, place, {.message = std::string(message)});
  }
  // The number of the next half-move, of the main line only.
  std::optional<std::uint32_t> ply() const {
    if (in_variation()) return std::nullopt;
    return static_cast<std::uint32_t>(played_.moves.size() + 1);
  }
  // About the move that `token` is, which would be played next.
  Remark remark(const Token& token, std::string_view sentence) const;
  // About the move that `token` was, which has just been played.
  Remark remark_after(const Token& token, std::string_view sentence) const;
  Position position_before() const;

  GameReporter& reporter_;
  PieceLetters letters_;
  CodeSet sought_;
  bool follows_illegal_;
  bool has_other_letters_;  // than English
  DrawChecks draws_;
  ClockChecks clocks_;
  NumberChecks numbers_;
  PlayedGame played_;
  Line line_;
  std::vector<Outer> outer_;
  std::uint32_t skipped_depth_ = 0;  // variations nested deeper than is followed
  bool keeps_before_ = false;
  const Token* kings_ = nullptr;  // the first move of a king put on a centre square at the end
  bool is_over_ = false;          // moves after the automatic end have been reported
};

}  // namespace arbiter::validate
