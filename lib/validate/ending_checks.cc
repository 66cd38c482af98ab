#include "lib/validate/ending_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/first_position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/winnability/winnability.h"
#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/tags/claimed_end.h"
#include "lib/tags/name_form.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/start_position.h"

namespace arbiter {
namespace {

// Sufficient for every position of real games.
constexpr WinnabilityLimits kLimits{.positions = 20'000};
constexpr std::size_t kShownMoves = 8;

// Returns a truncated line with its length, such as "Ka5 Bc7+ ... Bb6#, 12 half-moves".
std::string shortened_line(Position position, const std::vector<Move>& line) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_shown =
        line.size() <= kShownMoves + 1 || at < kShownMoves || at + 1 == line.size();
    if (is_shown) text += (text.empty() ? "" : " ") + san_of(line[at], position);
    if (at == kShownMoves && !is_shown) text += " ...";
    position.play(line[at]);
  }
  return text + ", " + half_moves(line.size());
}

struct WinnerChecks {
  void run() {
    if (end_.outcome == Outcome::Draw) return check_draw_on_time();
    const Color winner = end_.outcome == Outcome::WhiteWins ? Color::White : Color::Black;
    const auto& proof = played_.cannot_mate[static_cast<std::size_t>(winner)];
    if (flag_rule_of(end_.profile) == FlagRule::Laws) {
      if (proof) check_by_laws(winner, *proof);
    } else if (end_.cause == EndCause::Time) {
      check_by_site(winner, proof);
    }
  }

  std::uint32_t plies() const { return static_cast<std::uint32_t>(played_.moves.size()); }

  void check_by_laws(Color winner, WinnabilityProof proof) {
    const std::string_view loser = to_string(other(winner));
    const bool may_resign = is_before_2023(end_.profile);
    const auto report_draw = [&](DiagnosticCode code, std::string_view deed,
                                 std::string_view unless) {
      reporter_.report_at(plies(), code, end_.span,
                          "{}{}, but {} cannot mate by any series of legal moves (proof: {}): the "
                          "game is drawn{}",
                          loser, deed, to_string(winner), to_string(proof), unless);
    };
    switch (end_.cause) {
      case EndCause::Time:
        return report_draw(DiagnosticCode::WinOnTimeButUnwinnable, "'s flag fell", "");
      case EndCause::Resignation:
        if (may_resign) return;
        return report_draw(DiagnosticCode::ResignedButUnwinnable, " resigned", "");
      case EndCause::RulesInfraction:
        return report_draw(DiagnosticCode::IllegalMoveLossButUnwinnable, " lost by an illegal move",
                           "");
      case EndCause::Forfeit:
      case EndCause::Adjudication:
        return;  // the arbiter decides
      default:
        return report_draw(
            DiagnosticCode::WinButUnwinnable, " lost without mate",
            may_resign ? fmt::format(", unless {} resigned, which always lost before 2023", loser)
                       : std::string());
    }
  }

  void check_by_site(Color winner, std::optional<WinnabilityProof> proof) {
    const FlagRule rule = flag_rule_of(end_.profile);
    const FlagVerdict verdict = verdict_by_material(rule, last_.board(), winner);
    if (verdict == FlagVerdict::Draw) {
      reporter_.report_at(plies(), DiagnosticCode::WinOnTimeButUnwinnable, end_.span,
                          "{}'s flag fell, but under {} rules, {} lacks the material to mate: "
                          "the game is drawn",
                          to_string(other(winner)), to_string(end_.profile), to_string(winner));
    } else if (proof) {
      reporter_.report_at(
          plies(), DiagnosticCode::FlagRuleDiffers, end_.span,
          "{0}'s flag fell; {2} has won under {1} rules, but under the Laws the game is drawn, "
          "because {2} cannot mate by any series of legal moves (proof: {3})",
          to_string(other(winner)), to_string(end_.profile), to_string(winner), to_string(*proof));
    }
  }

  // Checks a draw on time. If the flag of the player to move fell, the opponent has won if a mate
  // is possible. Skips games in which the opponent's flag may have fallen during the last move,
  // because the player to move cannot mate. Sites have their own rules.
  void check_draw_on_time() {
    if (end_.cause != EndCause::Time || flag_rule_of(end_.profile) != FlagRule::Laws) return;
    if (!end_.sought[index_of(DiagnosticCode::DrawOnTimeButWinnable)]) return;
    const Color winner = other(last_.turn());
    if (quick_unwinnable(last_, last_.turn())) return;
    if (is_drawn_on_site(winner)) return;
    const WinnabilityAnswer answer = find_winnability(last_, winner, kLimits);
    if (answer.verdict != Winnability::Winnable) return;
    reporter_.report_at(
        plies(), DiagnosticCode::DrawOnTimeButWinnable, end_.span,
        "if {0}'s flag fell, {1} has won, because {1} can still mate by legal moves ({2})",
        to_string(last_.turn()), to_string(winner), shortened_line(last_, answer.line));
  }

  bool is_drawn_on_site(Color winner) const {
    const PgnTag* site = reporter_.game().tag(KnownTag::Site);
    const auto profile = site == nullptr ? std::nullopt : profile_of_site(site->value);
    return profile &&
           verdict_by_material(flag_rule_of(*profile), last_.board(), winner) == FlagVerdict::Draw;
  }

  GameReporter& reporter_;
  const PlayedGame& played_;
  const StatedEnd& end_;
  const Position& last_ = played_.last;
};

// The minimum half-moves of a drawn game without a note.
constexpr std::size_t kFewPlies = 20;
// One half-move by each player; since July 2017, no draw can be agreed earlier (5.2.3).
constexpr std::size_t kPliesToAgree = 2;

// Returns the span of the last token, otherwise of the last tag's name, otherwise the start of the
// game.
TextSpan last_of(const PgnGame& game) {
  if (!game.tokens.empty()) return game.tokens.back();
  if (game.tags.empty()) return {};
  const PgnTag& tag = game.tags.back();
  return {tag.offset, static_cast<std::uint32_t>(tag.name.size())};
}

// Returns the span for findings about the result: the terminator, otherwise the value of the Result
// tag, otherwise the end of the game.
TextSpan result_span(const PgnGame& game, const PlayedGame& played) {
  if (played.terminator) return played.terminator->span(game);
  if (const PgnTag* tag = game.tag(KnownTag::Result)) {
    return {tag->value_offset, static_cast<std::uint32_t>(tag->value.size())};
  }
  return last_of(game);
}

// Returns whether the tags explain how a game without moves was won: by a bye or the Termination
// tag.
bool explains_default(const PgnGame& game) {
  for (const KnownTag player : {KnownTag::White, KnownTag::Black}) {
    const PgnTag* name = game.tag(player);
    if (name != nullptr && is_bye(name->value)) return true;
  }
  const PgnTag* tag = game.tag(KnownTag::Termination);
  return tag != nullptr && !tag->value.empty() && !equal_ignoring_case(tag->value, "normal");
}

DiagnosticCode code_of_result(EndReason reason, const Position& last) {
  switch (reason) {
    case EndReason::Checkmate:
      return DiagnosticCode::MateVsResult;
    case EndReason::Stalemate:
      return DiagnosticCode::StalemateVsResult;
    case EndReason::DeadByMaterial:
      return DiagnosticCode::DeadByMaterialVsResult;
    case EndReason::DeadByStructure:
      // Stalemate, or insufficient material in the last position, is the simpler explanation.
      if (is_stalemate(last)) return DiagnosticCode::StalemateVsResult;
      return is_dead_by_material(last.board()) ? DiagnosticCode::DeadByMaterialVsResult
                                               : DiagnosticCode::DeadByStructureVsResult;
    default:
      return DiagnosticCode::ResultAfterAutomaticEnd;
  }
}

// Returns " (proof for White: ...)" if the position is not dead by material alone.
std::string proof_text(const PlayedGame& played) {
  if (!played.dead) return {};
  const DeadProof& proof = played.dead->proof;
  return fmt::format(" (proof for White: {}; for Black: {})", to_string(proof[0]),
                     to_string(proof[1]));
}

struct EndingChecks {
  void run() {
    check_length();
    if (played_.end) check_end(*played_.end);
    if (played_.kings) check_kings(*played_.kings);
    check_words();
    // Without moves, a game from the initial position was won by default.
    const bool is_played = !played_.moves.empty() || !is_whole();
    const bool is_open = played_.is_complete && !played_.end && is_played;
    if (is_open && result_.outcome != Outcome::Unknown) {
      check_winner(reporter_, played_,
                   {result_.outcome, cause_, span_, draws_.profile(), walk_.sought()});
    }
  }

  // Returns the player who lost on time according to the file.
  std::optional<Color> flagged() const {
    if (cause_ != EndCause::Time) return std::nullopt;
    if (result_.outcome == Outcome::WhiteWins) return Color::Black;
    return result_.outcome == Outcome::BlackWins ? std::optional(Color::White) : std::nullopt;
  }

  void report(DiagnosticCode code, TextSpan span, std::string_view message) {
    reporter_.report(code, span, "{}", message);
  }
  // Returns false if the game starts from a position after the opening.
  bool is_whole() const { return is_untouched(played_.start.setup); }

  void check_length() {
    if (!played_.is_complete) return;
    if (played_.moves.empty()) return check_empty();
    if (result_.outcome == Outcome::Draw && !played_.end) check_short_draw();
  }

  void check_empty() {
    report(DiagnosticCode::ZeroMoveGame, span_, "the game has no moves");
    // A problem has no moves; its result is the result of the solution.
    if (explains_default(reporter_.game()) || !is_whole()) return;
    if (result_.outcome == Outcome::WhiteWins || result_.outcome == Outcome::BlackWins) {
      report(
          DiagnosticCode::ZeroMoveDecisive, span_,
          "a win without a move, probably by default; the Termination tag should give the reason");
    } else if (result_.outcome == Outcome::Draw) {
      report(DiagnosticCode::ZeroMoveDraw, span_,
             is_before_2017(draws_.profile())
                 ? "a draw without a move: probably the moves were not recorded"
                 : "a draw without a move: players can agree to a draw only when both have moved");
    }
  }

  void check_short_draw() {
    const std::size_t plies = played_.moves.size();
    if (plies < kPliesToAgree && is_whole() && !is_before_2017(draws_.profile()) &&
        !explains_default(reporter_.game())) {
      report(DiagnosticCode::DrawBeforeBothMoved, span_,
             "a draw after one half-move: players can agree to a draw only when both have moved");
    } else if (plies < kFewPlies && is_whole()) {
      report(DiagnosticCode::DrawWithFewPlies, span_,
             fmt::format("a draw after {}", half_moves(plies)));
    }
  }

  void check_end(const GameEnd& end) {
    if (!played_.result || result_.outcome == end.outcome) return;
    const std::string where =
        end.ply == played_.moves.size()
            ? (is_dead(end.reason) ? "at the end" : "in the last position")
            : fmt::format("after {}", ply_name(end.ply, FirstMove(played_.start.position)));
    if (!result_.is_known()) {
      report(DiagnosticCode::ResultStarButGameOver, span_,
             fmt::format("the result is *, but the game was over {}: {}, so {}", where,
                         to_string(end.reason), to_string(end.outcome)));
      return;
    }
    const DiagnosticCode code = code_of_result(end.reason, played_.last);
    if (!reporter_.wants_or_counts(code)) return;
    const bool is_automatic = code == DiagnosticCode::ResultAfterAutomaticEnd;
    reporter_.report(
        code, span_,
        {.message = fmt::format("the result is {}, but {}{} {} makes it {}{}", to_string(result_),
                                is_dead(end.reason) ? "the " : "", to_string(end.reason), where,
                                to_string(end.outcome), proof_text(played_)),
         .own_reference = is_automatic ? article_of(end.reason) : std::string_view()});
  }

  void check_kings(Outcome shown) {
    if (result_.outcome == Outcome::Unknown || result_.outcome == shown) return;
    reporter_.report_with_help(
        DiagnosticCode::KingsVsResult, span_,
        fmt::format("if the kings show the right result, write {}", to_string(shown)).c_str(),
        "the result is {}, but the kings put on the centre squares show {}", to_string(result_),
        to_string(shown));
  }

  void check_words() {
    const PgnGame& game = reporter_.game();
    const PgnTag* white = game.tag(KnownTag::White);
    const PgnTag* black = game.tag(KnownTag::Black);
    const PlayerNames players{.white = white != nullptr ? white->value : std::string_view(),
                              .black = black != nullptr ? black->value : std::string_view()};
    const auto look = [&](std::size_t index) {
      if (index >= game.tokens.size()) return;
      const Token& token = game.tokens[index];
      const bool has_text = token.kind == TokenKind::LineComment ||
                            (token.kind == TokenKind::BraceComment && token.has_text());
      if (!has_text) return;
      const std::string_view text = game.text_of(token);
      const auto claim = claimed_end_in_comment(text, players);
      if (!claim) return;
      const auto at = static_cast<std::uint32_t>(claim->words.data() - game.text.data());
      check_claim(*claim, {at, static_cast<std::uint32_t>(claim->words.size())});
    };
    const std::size_t end = played_.terminator ? played_.terminator->first : game.tokens.size();
    if (end > 0) look(end - 1);
    if (played_.terminator) look(played_.terminator->last + 1);
    const PgnTag* termination = game.tag(KnownTag::Termination);
    if (termination == nullptr) return;
    const TerminationReading reading = read_termination(termination->value, players);
    if (reading.claim && cause_ == EndCause::Unstated) cause_ = reading.claim->cause;
    const TextSpan span(termination->value_offset,
                        static_cast<std::uint32_t>(termination->value.size()));
    if (reading.is_broken_off && has_ended_by_last_move()) {
      report_end_on_board(termination->value, span);
    }
    if (!reading.claim) return;
    const EndCause cause = reading.claim->cause;
    if (!is_true_on_board(cause) || is_after_end_on_board(cause)) check_claim(*reading.claim, span);
  }

  void check_claim(const ClaimedEnd& claim, TextSpan span) {
    if (cause_ == EndCause::Unstated) cause_ = claim.cause;
    if (!played_.is_complete) return;
    if (!is_true_on_board(claim.cause)) {
      const bool is_draw_reason =
          claim.cause == EndCause::Repetition || claim.cause == EndCause::FiftyMoves;
      report(
          is_draw_reason ? DiagnosticCode::DrawReasonMismatch
                         : DiagnosticCode::ResultCommentContradiction,
          span,
          fmt::format("the file states \"{}\", but this did not happen on the board", claim.words));
    } else if (is_after_end_on_board(claim.cause)) {
      report_end_on_board(claim.words, span);
    } else if (result_.outcome != Outcome::Unknown && !claim.fits(result_.outcome)) {
      report(DiagnosticCode::ResultCommentContradiction, span,
             fmt::format("the file states \"{}\", but the result is {}", claim.words,
                         to_string(result_)));
    }
  }

  // Returns whether the last move gave mate or stalemate, and the result is correct.
  bool has_ended_by_last_move() const {
    if (!played_.is_complete || !played_.end || played_.end->ply != played_.moves.size()) {
      return false;
    }
    const EndReason reason = played_.end->reason;
    return (reason == EndReason::Checkmate || reason == EndReason::Stalemate) &&
           result_.outcome == played_.end->outcome;
  }

  // Returns whether the stated cause came after the game had ended on the board.
  bool is_after_end_on_board(EndCause cause) const {
    switch (cause) {
      case EndCause::Resignation:
      case EndCause::Time:
      case EndCause::RulesInfraction:
      case EndCause::Forfeit:
      case EndCause::Adjudication:
        return has_ended_by_last_move();
      default:
        return false;
    }
  }

  void report_end_on_board(std::string_view words, TextSpan span) {
    const DiagnosticCode code = DiagnosticCode::ResultCommentContradiction;
    if (!reporter_.wants_or_counts(code)) return;
    const EndReason reason = played_.end->reason;
    reporter_.report(code, span,
                     {.message = fmt::format("the file states \"{}\", but the game ended by {}",
                                             words, to_string(reason)),
                      .own_reference = article_of(reason)});
  }

  bool is_true_on_board(EndCause cause) const {
    switch (cause) {
      case EndCause::Checkmate:
        return played_.end && played_.end->reason == EndReason::Checkmate;
      case EndCause::Stalemate:
        return is_stalemate(played_.last);
      case EndCause::Repetition:
        return draws_.had_threefold() || draws_.could_repeat();
      case EndCause::FiftyMoves:
        return draws_.had_fifty();
      default:
        return true;
    }
  }

  GameReporter& reporter_;
  MovetextWalk& walk_;
  const PlayedGame& played_ = walk_.played();
  const DrawChecks& draws_ = walk_.draws();
  GameResult result_ = played_.result.value_or(GameResult());
  TextSpan span_ = result_span(reporter_.game(), played_);
  EndCause cause_ = EndCause::Unstated;  // the cause stated in the file
};

}  // namespace

void check_winner(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end) {
  WinnerChecks(reporter, played, end).run();
}

void check_terminator(GameReporter& reporter, const PlayedGame& played) {
  const PgnGame& game = reporter.game();
  const auto tagged = tagged_result(game);
  if (!played.terminator) {
    if (played.ends_in_zeros || game.ends_in_open_comment()) return;
    const std::string help =
        tagged ? fmt::format("the Result tag is {}", to_string(result_of(*tagged))) : "";
    return reporter.report_with_help(DiagnosticCode::TerminatorMissing, last_of(game), help.c_str(),
                                     "the game does not end with 1-0, 0-1, 1/2-1/2 or *");
  }
  const ResultReading& written = played.terminator->reading;
  if (!tagged || tagged->outcome == written.outcome) return;
  reporter.report(DiagnosticCode::ResultMismatch, played.terminator->span(game),
                  "the game ends with {}, but the Result tag is {}", to_string(result_of(written)),
                  to_string(result_of(*tagged)));
}

void check_ending(GameReporter& reporter, MovetextWalk& walk) {
  const PlayedGame& played = walk.played();
  check_terminator(reporter, played);
  walk.draws().finish(
      result_span(reporter.game(), played),
      {played.result ? std::optional(played.result->outcome) : std::nullopt, played.end});
  EndingChecks checks(reporter, walk);
  checks.run();
  if (!played.is_complete) return;
  walk.clocks().finish(
      {.plies = static_cast<std::uint32_t>(played.moves.size()), .flagged = checks.flagged()});
}

namespace {

// The maximum number of half-moves after the end that count as an oversight in a drawn game.
constexpr std::uint32_t kOversight = 2;

// Returns the code for play in a dead position, with `free_moves` unforced moves.
DiagnosticCode code_of_play_past_death(std::uint32_t free_moves, Outcome claimed) {
  if (free_moves == 0) return DiagnosticCode::DeadPositionForced;
  const bool is_won = claimed == Outcome::WhiteWins || claimed == Outcome::BlackWins;
  return is_won || free_moves > kOversight ? DiagnosticCode::DeadPositionEnded
                                           : DiagnosticCode::DeadPositionOverlooked;
}

}  // namespace

// In a dead position, the finding depends on the rest of the game.
void MovetextWalk::move_after_end(const Token& token) {
  first_past_end_ = &token;
  const GameEnd& end = *draws_.automatic_end();
  if (is_end_of_site(end.reason) || is_dead(end.reason)) return;
  const DiagnosticCode code = code_of_play_past(end.reason, draws_.profile());
  if (!reporter_.wants_or_counts(code)) return;
  const FirstMove first(played_.start.position);
  reporter_.report(
      code, token,
      remark_after(token, fmt::format("the game was over after {}: {}", ply_name(end.ply, first),
                                      to_string(end.reason))));
}

// Determines the result on the board at the end of the main line.
void MovetextWalk::finish() {
  repeated_.report();
  played_.last = position();
  if (played_.has_board) played_.keys = draws_.tracker().keys();
  played_.moves = draws_.tracker().moves();
  if (game().ends_in_open_comment() && played_.has_board) {
    stop_record(DiagnosticCode::UnterminatedBraceComment);
    break_line();
  }
  played_.is_replayed = !is_unplayed();
  decide_result();
  if (kings_ != nullptr) report_kings();
  played_.last_occurrences = draws_.tracker().occurrences();
  if (draws_.automatic_end()) {
    played_.end = draws_.automatic_end();
  } else if (played_.is_complete && !has_legal_move(played_.last)) {
    const std::uint32_t ply = plies();
    const bool is_mate = played_.last.is_check();
    played_.end = GameEnd{is_mate ? EndReason::Checkmate : EndReason::Stalemate,
                          is_mate ? win_of(other(played_.last.turn())) : Outcome::Draw, ply};
  }
  if (played_.is_complete) check_who_can_mate();
  if (played_.end && is_dead(played_.end->reason) && played_.end->ply < plies()) {
    report_play_past_death();
  }
}

void MovetextWalk::decide_result() {
  ResultEvidence evidence{.tag = tagged_result(game())};
  if (played_.terminator) evidence.terminator = played_.terminator->reading;
  const bool is_written = evidence.terminator || evidence.tag;
  if (!is_written && played_.is_complete) evidence.board = outcome_on_board(played_.last);
  played_.result = arbiter::decide_result(evidence);
}

void MovetextWalk::check_who_can_mate() {
  if (played_.end && played_.end->reason == EndReason::Checkmate) return;
  // Starts with the winner, or with the player to move if there is no winner. It is sufficient that
  // one player can mate.
  const Outcome outcome = played_.result.value_or(GameResult()).outcome;
  const Color first = outcome == Outcome::WhiteWins   ? Color::White
                      : outcome == Outcome::BlackWins ? Color::Black
                                                      : played_.last.turn();
  for (const Color color : {first, other(first)}) {
    auto& proof = played_.cannot_mate[static_cast<std::size_t>(color)];
    proof = quick_unwinnable(played_.last, color);
    if (!proof) return;
  }
  if (counts_dead_positions(draws_.profile())) end_in_dead_position();
}

void MovetextWalk::end_in_dead_position() {
  const DeadMoment moment = first_dead_moment(played_.start.position, played_.moves);
  if (played_.end && played_.end->ply <= moment.ply) return;
  played_.dead = moment;
  played_.end = GameEnd{EndReason::DeadByStructure, Outcome::Draw, moment.ply};
}

// Returns the token of a half-move of the main line, if all its moves are in SAN.
const Token* MovetextWalk::move_token(std::uint32_t ply) const {
  const Token* found = nullptr;
  std::size_t count = 0;
  std::size_t depth = 0;
  for (const Token& token : game().tokens) {
    if (token.kind == TokenKind::Result && depth == 0) break;
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth == 0 && token.kind == TokenKind::Move && ++count == ply) found = &token;
  }
  return count == played_.moves.size() ? found : nullptr;
}

void MovetextWalk::report_play_past_death() {
  const GameEnd& end = *played_.end;
  const Position& start = played_.start.position;
  const DiagnosticCode code =
      code_of_play_past_death(free_moves_after(end.ply, start, played_.moves),
                              played_.result.value_or(GameResult()).outcome);
  if (!reporter_.wants_or_counts(code)) return;
  Position before = start;
  for (const Move move : played_.moves.first(end.ply)) before.play(move);
  const Token* token = end == draws_.automatic_end() ? first_past_end_ : move_token(end.ply + 1);
  const std::string san = token != nullptr ? std::string(game().text_of(*token))
                                           : san_of(played_.moves[end.ply], before);
  Remark past{
      .message = fmt::format("{} {}: the game was over after {}: {}", number_text(before), san,
                             ply_name(end.ply, FirstMove(start)), to_string(end.reason)),
      .ply = end.ply + 1,
      .san = san,
      .fen = fen_of(before),
      .board = before.board()};
  if (end.reason == EndReason::DeadByStructure) {
    const DeadProof& proof = played_.dead->proof;
    past.message += fmt::format(
        "; neither side can mate by any series of legal moves (proof for White: {}; for Black: {})",
        to_string(proof[0]), to_string(proof[1]));
  }
  reporter_.report(code, token != nullptr ? TextSpan(*token) : TextSpan(game().tokens.back()),
                   std::move(past));
}

// Returns the moves of the main line from `token` on, as far as they are in SAN.
std::vector<San> MovetextWalk::rest_of_line(const Token& token) const {
  std::vector<San> rest;
  int depth = 0;
  for (std::size_t at = index_of(token); at < game().tokens.size(); ++at) {
    const Token& next = game().tokens[at];
    if (next.kind == TokenKind::VariationStart) ++depth;
    if (next.kind == TokenKind::VariationEnd) --depth;
    if (depth > 0) continue;
    if (next.kind == TokenKind::Result || next.kind == TokenKind::Word) break;
    if (next.kind == TokenKind::Move) rest.push_back(next.san());
  }
  return rest;
}

// Returns whether the tag or the terminator gives a result.
bool MovetextWalk::has_known_result() const {
  const auto is_known = [](const ResultReading& reading) { return result_of(reading).is_known(); };
  const auto tagged = tagged_result(game());
  if (tagged && is_known(*tagged)) return true;
  if (const auto words = result_in_words(game())) return is_known(words->reading);
  return std::ranges::any_of(game().tokens, [&](const Token& token) {
    return token.kind == TokenKind::Result && is_known(result_with_comment(game(), token));
  });
}

// Returns whether the remaining moves only put the kings on squares that signal the result, and
// records this.
bool MovetextWalk::is_kings_to_centre(const Token& token) {
  const std::vector<San> rest = rest_of_line(token);
  const auto kings = kings_to_centre(position(), rest);
  // A game without a result may be in progress. Only both kings are certain to be a signal then.
  if (!kings || (!kings->outcome && !has_known_result())) return false;
  kings_ = &token;
  played_.kings = kings->outcome;
  return true;
}

// Reports the kings, once the written result is known.
void MovetextWalk::report_kings() {
  if (!reporter_.wants_or_counts(DiagnosticCode::KingsToCentre)) return;
  const auto& shown = played_.kings;
  const std::string meaning =
      shown ? fmt::format(", which signals {} to an electronic board", to_string(*shown)) : "";
  Remark kings =
      remark(*kings_, fmt::format("a king put on a centre square at the end{}", meaning));
  kings.help = "remove it from the game";
  reporter_.report(DiagnosticCode::KingsToCentre, *kings_, std::move(kings));
}

// Returns a guess that the rest of the game supports, if any.
std::optional<SuspectedMistake> MovetextWalk::guess_at(const Token& token, San san,
                                                       DiagnosticCode code) {
  const std::vector<San> rest = rest_of_line(token);
  if (rest.empty()) return std::nullopt;
  const std::span<const San> behind = std::span(rest).subspan(1);
  const Position& now = position();
  const auto meant = code == DiagnosticCode::Ambiguous
                         ? meaning_by_rest(san, now, behind)
                         : suspected_typo(game().text_of(token), now, behind);
  if (meant) {
    return SuspectedMistake{
        DiagnosticCode::SuspectedTypo,
        fmt::format("with {} the rest of the game is legal", san_of(*meant, now))};
  }
  if (plies() == 0 && is_numbered_from_black(game()) &&
      resolve(san, black_start().position).status == SanStatus::Legal) {
    return verdict_on_numbers(rest.size());
  }
  const bool began_as_usual = played_.start.setup == initial_setup();
  const auto start =
      began_as_usual ? altered_start(rest_of_line(game().tokens.front()), plies()) : std::nullopt;
  if (start) return verdict_on(*start, plies() + rest.size());
  const auto missing = missing_ply(now, rest);
  if (!missing) return std::nullopt;
  const std::string which =
      missing->move ? fmt::format(", perhaps {}", san_of(*missing->move, now)) : "";
  return SuspectedMistake{
      DiagnosticCode::MissingPly,
      fmt::format("a move by {} seems to be missing before this one{}: with one more move the rest "
                  "of the game is legal",
                  to_string(missing->player), which)};
}

void MovetextWalk::report_guess(const Token& token, SuspectedMistake guess) {
  if (!reporter_.wants_or_counts(guess.code)) return;
  Remark note = remark(token, guess.message);
  note.help = std::move(guess.help);
  reporter_.report(guess.code, token, std::move(note));
}

}  // namespace arbiter
