#include "lib/repair/written_line.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/game_summary.h"

namespace arbiter {

namespace {

// "bxc6" is plain SAN for a pawn.
bool may_be_bishop(std::string_view san) { return san.starts_with("bx"); }

// Reads a move number attached to a move or castling: "12Nf3", "10-0".
void read_joined_number(const PieceLetters& letters, RepairMove& move) {
  const std::string_view word = move.word;
  std::uint32_t number = 0;
  for (std::size_t digits = 1; digits <= 3 && digits < word.size() && is_digit(word[digits - 1]);
       ++digits) {
    number = 10 * number + static_cast<std::uint32_t>(word[digits - 1] - '0');
    const auto loose = parse_loose_move(word.substr(digits), letters);
    if (!loose) continue;
    move.loose = loose;
    move.loose->suffix = {};
    move.joined_number = number;
    return;
  }
}

// Returns nothing for a word that is not a move.
std::optional<RepairMove> written_move(std::string_view text, const PieceLetters& letters) {
  WordReading reading = read_word(text, letters);
  RepairMove move;
  if (reading.kind == WordKind::Move) {
    reading.move.suffix = {};
    move.san = reading.move.san;
    move.loose = reading.move;
    return move;
  }
  if (reading.kind != WordKind::Garbled && !may_be_misread_move(text, letters)) return std::nullopt;
  move.san = San::null();
  move.word = text;
  move.look_alike = read_look_alikes(text, letters);
  read_joined_number(letters, move);
  return move;
}

// The prior for a writer: one slip in a hundred chances, with the weight of five observations.
constexpr double kUsualRate = 0.01;
constexpr double kUsualWeight = 5;

std::size_t index_of(Slip slip) { return static_cast<std::size_t>(slip); }

// The actual and the possible slips of one move.
struct MoveSlips {
  std::array<bool, kSlipCount> chances{};
  std::array<bool, kSlipCount> made{};

  void note(Slip slip, bool chance, bool is_made) {
    chances[index_of(slip)] = chance;
    made[index_of(slip)] = is_made;
  }
};

bool is_true_mark(CheckMark mark, const Position& after) {
  if (mark == CheckMark::None) return true;
  return after.is_check() && (mark != CheckMark::Mate || !has_legal_move(after));
}

void note_signs(const RepairMove& move, const SanResolution& resolution, MoveSlips& slips) {
  const SanDeviations deviations = resolution.deviations;
  const bool misses_capture = deviations.has(SanDeviation::CaptureMissing);
  slips.note(Slip::CaptureMissing, move.san.is_capture() || misses_capture, misses_capture);
  slips.note(Slip::CaptureSpurious, true, deviations.has(SanDeviation::CaptureSpurious));
  slips.note(Slip::Origin, true,
             deviations.has(SanDeviation::OverDisambiguated) ||
                 deviations.has(SanDeviation::OtherDisambiguation));
}

void note_check(const RepairMove& move, const Position& after, MoveSlips& slips) {
  const CheckMark mark = move.san.check_mark();
  slips.note(Slip::CheckMissing, after.is_check(), after.is_check() && mark == CheckMark::None);
  slips.note(Slip::CheckSpurious, true, !is_true_mark(mark, after));
}

// Plays the move. A null move is played if possible.
bool play(const RepairMove& move, const SanResolution& resolution, Position& position) {
  if (resolution.status == SanStatus::Legal) {
    position.play(resolution.move);
    return true;
  }
  const bool is_null = move.loose && move.loose->spelling.has(SpellingDeviation::NullMove);
  if (!is_null || position.is_check()) return false;
  position.pass();
  return true;
}

// Returns whether the number before the move is unexpected, in which case it becomes the new
// reference.
bool jumps(const RepairMove& move, ReplayPoint& point) {
  if (!move.numbered) return false;
  const std::int64_t ahead = *move.numbered - plies_before(point.position);
  const bool is_other = ahead != point.ahead;
  point.ahead = ahead;
  return is_other;
}

// Plays the next move and records its slips. Returns false if it is illegal.
bool advance(const RepairMove& move, const SanResolution& resolution, ReplayPoint& point,
             MoveSlips& slips) {
  Position after = point.position;
  if (!play(move, resolution, after)) return false;
  slips.note(Slip::LookAlike, true, move.look_alike.has_value());
  slips.note(Slip::Number, move.numbered.has_value(), jumps(move, point));
  note_signs(move, resolution, slips);
  note_check(move, after, slips);
  point.position = after;
  ++point.next;
  return true;
}

}  // namespace

// Records the words of the main line.
class LineReader : public MovetextListener<LineReader> {
 public:
  explicit LineReader(const PieceLetters& letters) : MovetextListener(letters) {}

  WrittenLine run(const PgnGame& game, const std::optional<Position>& first) {
    if (first) {
      read(game, *first);
    } else {
      read_without_board(game);
    }
    if (const auto result = decide_result({.terminator = result_, .tag = tagged_result(game)})) {
      line_.outcome = result->outcome;
    }
    line_.letters = letters();
    line_.read_again = take_game_read_again();
    return std::move(line_);
  }

 private:
  friend class MovetextReader<LineReader>;

  static constexpr SheetUse kSheetUse = SheetUse::Words;

  VariationUse variation(const Token&) { return VariationUse::Skip; }

  // Handlers of legal moves.
  void nonstandard_move(const Token&, const NamedMove& named) { loose_ = named.loose; }
  void played(const Token& token, San san, Move) {
    RepairMove move{.san = san, .loose = std::exchange(loose_, std::nullopt)};
    if (move.loose) move.san = move.loose->san;
    add(token, std::move(move));
  }
  void null_move(const Token& token, const NamedMove& named) {
    add(token, {.san = named.loose.san, .loose = named.loose});
  }

  // Handlers of the first word that is not a legal move, and of later words.
  std::optional<Position> illegal_move(const Token& token, San san, const NamedMove* named) {
    loose_.reset();
    RepairMove move{.san = san, .loose = {}};
    if (named != nullptr) move = {.san = named->loose.san, .loose = named->loose};
    add(token, std::move(move));
    return std::nullopt;
  }
  void garbled_move(const Token& token, std::string_view text) {
    RepairMove move{.san = San::null(), .loose = {}, .word = std::string(text)};
    move.look_alike = read_look_alikes(text, letters());
    add(token, std::move(move));
  }
  void number(const Token& token) { number_ = token.plies_before(); }
  void sheet_fault(const Token& token, const MendedToken&) {
    if (token.kind == TokenKind::MoveNumber) number(token);
  }
  void unreadable_word(const Token& token, std::string_view text) {
    const bool is_word = token.kind == TokenKind::Word;
    if (is_word && !in_variation()) unread_ = {index_of(token), std::string(text)};
  }
  void glyph(const Token& token, std::uint32_t, bool follows_move) {
    if (!follows_move) unreadable_word(token, game().text_of(token));
  }
  void unplayed(const Token& token) {
    if (is_skipping()) return;
    std::string text(game().text_of(token));
    std::erase_if(text, is_space_or_control);  // a split move
    if (token.kind == TokenKind::MoveNumber && !is_castling_in_zeros(token)) {
      number_ = token.plies_before();
    } else if (token.kind == TokenKind::Move && !has_other_letters() && !may_be_bishop(text)) {
      add(token, {.san = token.san(), .loose = {}});
    } else if (auto move = written_move(decode_text(text).utf8, letters())) {
      add(token, std::move(*move));
    } else if (token.kind == TokenKind::Word) {
      unreadable_word(token, decode_text(text).utf8);
    }
  }

  // "0-0" may be castling.
  void result(const WrittenResult& written) {
    const std::string_view text = written.text(game());
    if (!may_be_castling(text, game())) {
      result_ = written.reading;
    } else if (auto castling = written_move(text, letters())) {
      add(game().tokens[written.first], std::move(*castling));
      line_.ends_in_zeros = true;
    }
  }

  void add(const Token& token, RepairMove move) {
    if (line_.moves.size() == kMaxGamePlies) return;
    if (move.loose) move.loose->suffix = {};
    move.token = index_of(token);
    move.numbered = std::exchange(number_, std::nullopt);
    move.unread = std::exchange(unread_, std::nullopt);
    line_.moves.push_back(std::move(move));
  }

  WrittenLine line_;
  std::optional<LooseMove> loose_;  // the loose spelling of the next move to be played
  std::optional<ResultReading> result_;
  std::optional<std::int64_t> number_;
  std::optional<UnreadWord> unread_;
};

bool is_half_move(const PgnGame& game, const Token& token) {
  if (token.kind == TokenKind::Move) return true;
  const std::string text = decode_text(game.text_of(token)).utf8;
  if (token.kind == TokenKind::MoveNumber) return text == "00" || text == "000";
  if (token.kind != TokenKind::Word) return false;
  const WordKind kind = read_word(text, PieceLetters()).kind;
  return kind == WordKind::Move || kind == WordKind::Garbled;
}

SanResolution resolve_loosely(const RepairMove& move, const Position& position) {
  const bool is_read = move.loose && move.joined_number.value_or(position.fullmove_number()) ==
                                         position.fullmove_number();
  return is_read ? resolve(*move.loose, position).resolution : SanResolution();
}

SanResolution resolve_look_alike(const RepairMove& move, const Position& position) {
  const SanResolution strictly = resolve(move, position);
  if (strictly.status == SanStatus::Legal || !move.look_alike) return strictly;
  return resolve(*move.look_alike, position).resolution;
}

WrittenLine written_line(const PgnGame& game, const PieceLetters& letters,
                         const std::optional<Position>& first) {
  return LineReader(letters).run(game, first);
}

LineReplay::LineReplay(const WrittenLine& line, const Position& start) : moves_(line.moves) {
  std::array<double, kSlipCount> chances{};
  std::array<double, kSlipCount> made{};
  ReplayPoint point{.position = start};
  MoveSlips slips;
  while (point.next < moves_.size()) {
    const RepairMove& move = moves_[point.next];
    if (!advance(move, resolve(move, point.position), point, slips)) break;
    for (std::size_t i = 0; i < kSlipCount; ++i) {
      chances[i] += slips.chances[i] ? 1 : 0;
      made[i] += slips.made[i] ? 1 : 0;
    }
    slips = {};
  }
  for (std::size_t i = 0; i < kSlipCount; ++i) {
    costs_[i] = -std::log((made[i] + kUsualRate * kUsualWeight) / (chances[i] + kUsualWeight));
  }
}

bool LineReplay::step(Replay& replay, Resolve resolve_move) const {
  const RepairMove& move = moves_[replay.end.next];
  return play_move(move, resolve_move(move, replay.end.position), replay);
}

bool LineReplay::play_ply(std::size_t ply, std::optional<std::size_t> place, Replay& replay) const {
  RepairMove move = moves_[ply];
  move.numbered = place ? moves_[*place].numbered : std::nullopt;
  return play_move(move, resolve_look_alike(move, replay.end.position), replay);
}

bool LineReplay::play_move(const RepairMove& move, const SanResolution& resolution,
                           Replay& replay) const {
  MoveSlips slips;
  if (!advance(move, resolution, replay.end, slips)) return false;
  for (std::size_t i = 0; i < kSlipCount; ++i) {
    if (slips.made[i]) replay.slips += costs_[i];
  }
  const bool has_check_mark = move.san.check_mark() != CheckMark::None;
  if (has_check_mark && !slips.made[index_of(Slip::CheckSpurious)]) ++replay.checks;
  if (move.san.is_capture() && !slips.made[index_of(Slip::CaptureSpurious)]) ++replay.captures;
  return true;
}

void LineReplay::substitute(Move move, Replay& replay) const {
  const RepairMove& written = moves_[replay.end.next];
  if (jumps(written, replay.end)) replay.slips += costs_[index_of(Slip::Number)];
  replay.end.position.play(move);
  ++replay.end.next;
}

Replay LineReplay::follow(Replay replay, std::size_t end) const {
  while (replay.end.next < std::min(end, moves_.size()) && step(replay, resolve_look_alike)) {
  }
  return replay;
}

Replay LineReplay::follow_shifted(Replay replay, std::size_t end) const {
  while (replay.end.next < std::min(end, moves_.size())) {
    const std::size_t first = replay.end.next;
    Replay pair = replay;
    const bool is_last = first + 1 == moves_.size();
    if (!is_last && !play_ply(first + 1, {}, pair)) break;
    if (!play_ply(first, {}, pair)) break;
    replay = pair;
  }
  return replay;
}

}  // namespace arbiter

template class arbiter::MovetextReader<arbiter::LineReader>;
