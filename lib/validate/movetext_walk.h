// Replays and checks the movetext of one game: main line and variations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/illegality.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/game_reporter.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/comment_checks.h"
#include "lib/validate/draw_checks.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/move_spelling.h"
#include "lib/validate/start_position.h"

namespace arbiter {

struct PlayedGame : GameVerdict {
  StartPosition start;
  Position last;                      // the position after the last legal move
  std::span<const Move> moves;        // the legal moves
  std::span<const PositionKey> keys;  // keys of the initial position and of those after each move
  std::optional<WrittenResult> terminator;  // the result after the moves, if any
  // Proofs that a side cannot mate in `last`, by color, if found within microseconds. Computed for
  // the winner, or for both sides if the position may be dead.
  std::array<std::optional<WinnabilityProof>, 2> cannot_mate;
  std::optional<DeadMoment> dead;  // the first dead position; none if dead by material alone
  std::optional<Outcome> kings;    // the result signalled by kings on centre squares
  bool ends_in_zeros = false;      // "0-0" at the end: castling or a result
  // True if the game was replayed on a board; otherwise `start`, `last` and `moves` are
  // meaningless.
  bool has_board = false;
  bool has_other_letters = false;  // the pieces are not named in English
  // True if a word is not a move, or contains more than a move.
  bool has_other_words = false;
  // True if GameExporter may move some text into comments.
  bool may_set_aside = false;
  // The number of occurrences of `last`, including the last one; only if the game is complete.
  std::uint32_t last_occurrences = 1;
};

// Collects findings that may occur at every move of a game. Findings are alike if they have the
// same code and the same text, except for the values of numbers. Many findings that are alike
// become one, with a count.
class RepeatedFindings {
 public:
  explicit RepeatedFindings(GameReporter& reporter) : reporter_(reporter) {}

  // Adds a finding. `make` returns its Remark, and is called only if necessary.
  template <class Make>
  void add(DiagnosticCode code, TextSpan place, std::string_view text, Make make) {
    Kind* const kind = kind_of(code, text);
    if (kind != nullptr && kind->count++ >= kMany) return;
    const bool is_wanted = reporter_.wants(code);
    if (kind != nullptr) {
      kind->first.push_back({place, is_wanted ? make() : Remark()});
    } else if (reporter_.wants_or_counts(code)) {
      reporter_.report(code, place, make());
    }
  }

  // Reports the findings, ordered by place, and removes them.
  void report();

 private:
  static constexpr std::size_t kMany = 8;
  static constexpr std::size_t kMaxKinds = 1000;

  struct Finding {
    TextSpan place;
    Remark remark;
  };
  struct Kind {
    DiagnosticCode code;
    std::size_t count = 0;
    std::vector<Finding> first = {};  // at most kMany
  };
  // Returns null if there are too many kinds. The finding must then be reported immediately.
  Kind* kind_of(DiagnosticCode code, std::string_view text);

  GameReporter& reporter_;
  std::vector<Kind> kinds_;
  std::unordered_map<std::string, std::size_t> indices_;  // by code and text
};

// Reports faults found in the events of MovetextReader. Moves after a null move are off the record,
// but are still checked; the same holds for an illegal move, if the options allow it.
class MovetextWalk : public MovetextListener<MovetextWalk> {
 public:
  MovetextWalk(GameReporter& reporter, const ValidatorOptions& options);

  // Replays the game from `start` and reports the faults. The result is valid until the next call.
  // About 40 ns per plain move.
  const PlayedGame& run(const StartPosition& start, RulesProfile profile);

  // Checks the tokens without replaying the game.
  const PlayedGame& run_without_board();

  const PlayedGame& played() const { return played_; }

  const CodeSet& sought() const { return sought_; }
  DrawChecks& draws() { return draws_; }
  ClockChecks& clocks() { return clocks_; }

 private:
  friend class MovetextReader<MovetextWalk>;

  void reset();

  // Handlers of moves, defined in movetext_walk.cc.
  void of_move(const Token& token) { numbers_.move(token, position()); }
  bool needs_of_move() const { return numbers_.minds_style(); }
  void deviating_move(const Token& token, San san, const SanResolution& resolution);
  void played(const Token& token, San san, Move move);
  [[gnu::always_inline]] bool played_plainly(const Token& token, San san, Move move);
  bool needs_care(const Token& token);
  void find_care() { care_from_ = draws_.automatic_end() ? 0 : kMaxGamePlies; }
  std::optional<Position> illegal_move(const Token& token, San san, const NamedMove* named);
  void king_capture(const Token& token) {
    report_move(DiagnosticCode::KingCapture, token, "a king is never captured");
  }
  void check_mark(const Token& token, San san);
  void too_long(const Token& token);
  Illegality reason_against(San san) const;
  void report_refused(const Token& token, San san);
  void report_illegal(DiagnosticCode code, const Token& token, San san);
  void report_illegal(DiagnosticCode code, const Token& token, const Illegality& reason);
  void stop_record(DiagnosticCode reason);

  // Defined in ending_checks.cc.
  void finish();
  void move_after_end(const Token& token);
  void decide_result();
  void check_who_can_mate();
  void end_in_dead_position();
  void report_play_past_death();
  const Token* move_token(std::uint32_t ply) const;

  std::vector<San> rest_of_line(const Token& token) const;
  bool is_kings_to_centre(const Token& token);
  bool has_known_result() const;
  void report_kings();
  std::optional<SuspectedMistake> guess_at(const Token& token, San san, DiagnosticCode code);
  void report_guess(const Token& token, SuspectedMistake guess);

  // Handlers of other spellings and words, defined in movetext_symbols.cc.
  void sheet_fault(const Token& token, const MendedToken& mended);
  void other_numbers(const Token& first, std::uint32_t count);
  void mended_move(const Token& token, Move) { of_move(token); }
  void nonstandard_move(const Token& token, const NamedMove& named);
  void null_move(const Token& token, const NamedMove& named);
  void impossible_null_move(const Token& token);
  DiagnosticCode report_null_move(const Token& token);
  void garbled_move(const Token& token, std::string_view text);
  void any_word(const Token& token);
  void mark(const Token& token, SpellingDeviation mark);
  void glyph(const Token& token, std::uint32_t nag, bool follows_move);
  void unreadable_word(const Token& token, std::string_view text);
  std::uint32_t end_of_prose(std::uint32_t index) const;
  void unplayable_zeros(const Token& token, const NamedMove& named);
  void castling_or_result(const Token& token);
  bool joined_number(const Token& token, const NamedMove& named);
  void foreign_letters(const Token& token);
  std::string other_letters_help() const;
  void report_deviations(const Token& token, SpellingDeviations unreported);
  bool report_other_characters(const Token& token);
  TextSpan place_of(SpellingDeviation deviation, const Token& token) const;
  bool report_times_sign(const Token& token);

  // Findings refer to the current tokens.
  void tokens_moved(const Token*, const Token*) { reporter_.start(game()); }

  // Handlers of numbers, signs and variations, defined in movetext_symbols.cc.
  void number(const Token& token) { numbers_.number(token, position()); }
  void suffix(const Token& token);
  void nag(const Token& token);
  void draw_offer(const Token& token);
  void elapsed_time(const Token& token);
  void brace_comment(const Token& token) {
    if (is_on_record()) return plain_comment(token);
    numbers_.interrupt();
    check_comment(reporter_, token);
    check_set_aside(token);
  }
  [[gnu::always_inline]] void plain_comment(const Token& token) {
    numbers_.interrupt();
    if (const CommentCommand* const clock = only_clock(game(), token)) [[likely]]
      return clocks_.command(*clock, plies());
    other_comment(token);
  }
  [[gnu::noinline]] void other_comment(const Token& token) {
    check_comment(reporter_, token, {clocks_, plies()});
    check_set_aside(token);
  }
  void check_set_aside(const Token& token) {
    const char first = token.has_text() ? game().text.data()[token.offset + 1] : ' ';
    if (first == kUnreadable[1] || first == kAfterResult[1]) report_set_aside(token);
  }
  void report_set_aside(const Token& token);
  void line_comment(const Token& token);
  void escape(const Token& token);
  void punctuation(const Token& token);
  void stray(const Token& token);
  void result(const WrittenResult& written);
  bool is_joined_to_move(const Token& result) const;
  void result_in_variation(const Token& token);
  bool after_result(const Token& token);

  VariationUse variation(const Token& token);
  void variation_too_deep(const Token& token);
  void variation_opened() { outer_offsets_.push_back(numbers_.offsets()); }
  void variation_closing(std::uint32_t open, const Token& close);
  void variation_closed();
  void variation_unclosed(std::uint32_t open);

  // Returns whether the last move is on the record. Clocks are checked only there.
  bool is_on_record() const { return !is_unplayed() && !is_off_record() && !in_variation(); }
  std::uint32_t plies() const { return draws_.tracker().ply(); }
  void report(DiagnosticCode code, TextSpan place, std::string_view message) {
    reporter_.report(code, place, "{}", message);
  }
  void report_move(DiagnosticCode code, const Token& token, const Sentence& sentence) {
    if (reporter_.wants_or_counts(code)) reporter_.report(code, token, remark(token, sentence));
  }
  std::optional<std::uint32_t> ply_from(const Position& before) const;
  // Returns a remark about the move `token`, which would be played next.
  Remark remark(const Token& token, const Sentence& sentence) const;
  // Returns a remark about the move `token`, which has just been played.
  Remark remark_after(const Token& token, const Sentence& sentence);
  Position position_before();
  void doubt(const Token& token, const Position& before);

  GameReporter& reporter_;
  CodeSet sought_;
  bool follows_illegal_;
  DrawChecks draws_;
  ClockChecks clocks_;
  NumberChecks numbers_;
  RepeatedFindings repeated_;
  PlayedGame played_;
  std::vector<NumberChecks::Offsets> outer_offsets_;  // offsets of the outer lines
  std::size_t care_from_ = kMaxGamePlies;             // needs_care() is called from this ply on
  std::uint32_t prose_end_ = 0;                       // end of the last reported prose
  const Token* castling_in_zeros_ = nullptr;          // last reported castling written with zeros
  const Token* kings_ = nullptr;           // the first king move to a centre square at the end
  const Token* first_past_end_ = nullptr;  // first move after the automatic end
  Position replayed_;                      // the position that position_before() returned last
  std::size_t replayed_plies_ = 0;
};

}  // namespace arbiter

extern template class arbiter::MovetextReader<arbiter::MovetextWalk>;
