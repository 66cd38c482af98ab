#include "lib/repair/guesses.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/san.h"
#include "lib/validate/repair_hints.h"

namespace arbiter {

namespace {

struct SlipFacts {
  PenSlip slip;
  double cost;
  std::string_view name;
};

constexpr SlipFacts kSlips[] = {
    {PenSlip::None, 0, "the same move"},
    {PenSlip::LookAlike, 0.3, "characters that look alike or are exchanged"},
    {PenSlip::CutShort, 1.5, "a word cut short"},
    {PenSlip::Origin, 2.0, "another piece of its kind"},
    {PenSlip::Castling, 2.0, "castling in other letters"},
    {PenSlip::Neighbour, 2.6, "a neighbouring file or rank"},
    {PenSlip::Letter, 2.8, "another piece"},
    {PenSlip::Promotion, 3.0, "another promotion"},
    {PenSlip::Line, 4.0, "another file or rank"},
    {PenSlip::Garbled, 5.0, "a garbled word"},
    {PenSlip::Square, 7.0, "another square"},
    {PenSlip::OtherMove, 9.5, "another move"},
};

PenSlip slip_of_squares(Square written, Square meant) {
  const int files = std::abs(index_of(file_of(written)) - index_of(file_of(meant)));
  const int ranks = std::abs(index_of(rank_of(written)) - index_of(rank_of(meant)));
  if (files > 0 && ranks > 0) return PenSlip::Square;
  return files + ranks == 1 ? PenSlip::Neighbour : PenSlip::Line;
}

bool fits_origin(const San& san, Square from) { return san.origin_mask().contains(from); }

PenSlip slip_to_castling(const San& san, Move move, const Position& before) {
  if (san.kind() != San::Kind::Piece) return PenSlip::Castling;
  const bool is_kings_move = san.role() == Role::King &&
                             rank_of(san.to()) == rank_of(before.king(before.turn())) &&
                             (san.to() > move.from()) == (move.to() > move.from());
  return is_kings_move ? PenSlip::Castling : PenSlip::OtherMove;
}

// Returns the slip in the promotion. Precondition: piece and square are as written.
PenSlip slip_of_promotion(const San& san, Move move) {
  const bool promotes = move.kind() == MoveKind::Promotion;
  const bool agrees = promotes ? san.promotion() == move.promotion_role() : !san.promotion();
  return agrees ? PenSlip::None : PenSlip::Promotion;
}

// Returns the greater slip; an extra file or rank costs as much as a wrong one.
PenSlip worse(PenSlip first, PenSlip second) {
  if (first == PenSlip::None) return second;
  if (second == PenSlip::None) return first;
  return PenSlip::OtherMove;
}

// The file of a capturing pawn determines its square: exd5 for fxe5.
PenSlip slip_of_pawn(const San& san, Move move) {
  if (san.from_file() && !fits_origin(san, move.from())) {
    const bool shifts = index_of(*san.from_file()) - index_of(file_of(san.to())) ==
                        index_of(file_of(move.from())) - index_of(file_of(move.to()));
    if (san.to() == move.to()) return PenSlip::Neighbour;
    return shifts && rank_of(san.to()) == rank_of(move.to()) ? PenSlip::Line : PenSlip::OtherMove;
  }
  return san.to() == move.to() ? PenSlip::None : slip_of_squares(san.to(), move.to());
}

std::string without_marks(std::string san) {
  san.erase(san.find_last_not_of("+#") + 1);
  return san;
}

std::string without_capture(std::string san) {
  san.erase(std::remove(san.begin(), san.end(), 'x'), san.end());
  return san;
}

PenSlip slip_in_text(const std::string& word, const std::string& san) {
  const std::string written = without_marks(word);
  const std::string meant = without_marks(san);
  const int cost = std::min(misreading(written, meant),
                            misreading(without_capture(written), without_capture(meant)));
  if (cost < kOtherSlip) return PenSlip::LookAlike;
  if (written.size() > 1 && meant.starts_with(written)) return PenSlip::CutShort;
  return cost <= 2 * kOtherSlip ? PenSlip::Garbled : PenSlip::OtherMove;
}

// English letters may occur among others.
PenSlip slip_in_word(const std::string& word, const std::string& san, const PieceLetters& letters) {
  return std::min(slip_in_text(word, translated(san, letters)), slip_in_text(word, san));
}

// A wrong but legal move shows only later; of 1,000 spoiled games none needed more.
constexpr std::size_t kLookBack = 40;

// Costs in natural logarithms, as those of slips of the pen.
constexpr double kMissing = 3.5;
constexpr double kWrittenTwice = 3.0;
constexpr double kTooMany = 9.0;
constexpr double kSwapped = 7.5;
constexpr double kSwappedOwn = 9.0;
constexpr double kKings = 1.0;
constexpr double kPastTheEnd = 4.0;
constexpr double kUnderpromotion = 6.0;  // a promotion to another piece than a queen, not written
constexpr double kWrongSign = 3.0;
constexpr double kBreaksAgain = 9.0;
constexpr double kWrongResult = 5.0;
constexpr double kPerPly = 0.25;
constexpr std::size_t kMaxPlies = 40;  // a greater number proves nothing more
// The number of plies after the illegal move that a guess is followed.
constexpr std::size_t kHorizon = 200;

bool underpromotes(Move move) {
  return move.kind() == MoveKind::Promotion && move.promotion_role() != Role::Queen;
}

bool is_same(const RepairMove& a, const RepairMove& b) {
  San first = a.san;
  San second = b.san;
  first.set_check_mark(CheckMark::None);
  second.set_check_mark(CheckMark::None);
  return first == second && first.kind() != San::Kind::Null;
}

struct Guesser {
  std::vector<Guess> run() {
    const std::size_t first = broken_ > kLookBack ? broken_ - kLookBack : 0;
    for (std::size_t at = first; at <= broken_; ++at) {
      change_ply(at);
      remove_ply(at);
      swap_plies(at, 1);
      swap_plies(at, 2);
    }
    cut_off();
    other_starts();
    return std::move(guesses_);
  }

  Replay before(std::size_t at) const {
    return {.end = game_.legal.points[at], .slips = game_.legal.slips[at]};
  }
  Replay follow(const Replay& from) const { return game_.replay.follow(from, horizon_); }
  const Position& position(std::size_t at) const { return game_.legal.points[at].position; }

  // Adds a guess if it makes the illegal move legal or removes it.
  void add(Guess guess, double cost) {
    const std::size_t end = guess.run.end.next;
    const bool takes_it_out = guess.kind == RepairKind::Remove && guess.at + guess.count > broken_;
    const bool goes_on = end > broken_ + (takes_it_out ? 1 : 0);
    if (!goes_on && end < game_.line.moves.size()) return;
    guess.score = evidence(guess.run) - cost;
    guesses_.push_back(guess);
  }

  double evidence(const Replay& run) const {
    const std::size_t end = run.end.next;
    const std::size_t plies = std::min(end - broken_, kMaxPlies);
    double score = kPerPly * static_cast<double>(plies) - run.slips;
    if (end < horizon_) return score - kBreaksAgain;
    if (end < game_.line.moves.size()) return score;
    const Position& last = run.end.position;
    if (!game_.line.outcome || has_legal_move(last)) return score;
    const Outcome due = last.is_check() ? win_of(other(last.turn())) : Outcome::Draw;
    return due == *game_.line.outcome ? score : score - kWrongResult;
  }

  double cost_of_slip(std::size_t at, Move move) const {
    const RepairMove& written = game_.line.moves[at];
    const PenSlip slip = slip_between(written, move, position(at), game_.line.letters);
    const bool is_written =
        slip == PenSlip::LookAlike || written.san.promotion() == move.promotion_role();
    return cost_of(slip) + (underpromotes(move) && !is_written ? kUnderpromotion : 0);
  }

  // Returns the cost of wrong signs, such as "Nbxf4+" for a move that neither captures nor gives
  // check nor comes from the b-file.
  double cost_of_signs(std::size_t at, Move move) const {
    const San& san = game_.line.moves[at].san;
    if (san.kind() == San::Kind::Null) return 0;
    const Position& now = position(at);
    Position after = now;
    after.play(move);
    const bool captures = move.kind() == MoveKind::EnPassant ||
                          (move.kind() != MoveKind::Castling && !now.board().is_empty(move.to()));
    double cost = 0;
    if (captures != san.is_capture()) cost += kWrongSign;
    if (after.is_check() != (san.check_mark() != CheckMark::None)) cost += kWrongSign;
    const bool is_other_piece = now.board().at(move.from())->role() != san.role();
    if (is_other_piece && !san.origin_mask().contains(move.from())) cost += kWrongSign;
    return cost;
  }

  // Adds every other move instead of the written one, and every move before it.
  void change_ply(std::size_t at) {
    const MoveList moves = legal_moves(position(at));
    const bool is_legal = at < broken_;
    const Move written = is_legal ? resolve(game_.line.moves[at], position(at)).move : Move();
    const double missing =
        kMissing + std::log(static_cast<double>(std::max<std::size_t>(moves.size(), 1)));
    for (const Move move : moves) {
      Replay inserted = before(at);
      inserted.end.position.play(move);
      add({.kind = RepairKind::Insert, .at = at, .move = move, .run = follow(inserted)},
          missing + (underpromotes(move) ? kUnderpromotion : 0));
      if (is_legal && move == written) continue;
      Replay replaced = before(at);
      game_.replay.substitute(move, replaced);
      const double cost = cost_of_slip(at, move) + cost_of_signs(at, move);
      add({.kind = RepairKind::Replace, .at = at, .move = move, .run = follow(replaced)}, cost);
    }
  }

  // Removes the ply; of two equal plies only the later one.
  void remove_ply(std::size_t at) {
    const auto& moves = game_.line.moves;
    if (at + 1 < moves.size() && is_same(moves[at], moves[at + 1])) return;
    const bool is_double = (at >= 1 && is_same(moves[at], moves[at - 1])) ||
                           (at >= 2 && is_same(moves[at], moves[at - 2]));
    Replay left_out = before(at);
    ++left_out.end.next;
    add({.kind = RepairKind::Remove, .at = at, .run = follow(left_out)},
        is_double ? kWrittenTwice : kTooMany);
  }

  void swap_plies(std::size_t at, std::size_t distance) {
    if (at + distance >= game_.line.moves.size() || at + distance < broken_) return;
    Replay swapped = before(at);
    const auto play = [&](std::size_t ply) {
      const SanResolution resolution = resolve(game_.line.moves[ply], swapped.end.position);
      if (resolution.status != SanStatus::Legal) return false;
      swapped.end.position.play(resolution.move);
      return true;
    };
    if (!play(at + distance)) return;
    for (std::size_t ply = at + 1; ply < at + distance; ++ply) {
      if (!play(ply)) return;
    }
    if (!play(at)) return;
    swapped.end.next = at + distance + 1;
    add({.kind = RepairKind::Swap, .at = at, .count = distance, .run = follow(swapped)},
        distance == 1 ? kSwapped : kSwappedOwn);
  }

  // Removes kings put on the centre squares, and moves after mate or stalemate.
  void cut_off() {
    std::vector<San> rest;
    for (std::size_t i = broken_; i < game_.line.moves.size(); ++i)
      rest.push_back(game_.line.moves[i].san);
    const bool is_over = !has_legal_move(position(broken_));
    if (!is_over && !kings_to_centre(position(broken_), rest)) return;
    Replay cut = before(broken_);
    cut.end.next = game_.line.moves.size();
    add({.kind = RepairKind::CutOff, .at = broken_, .count = rest.size(), .run = cut},
        is_over ? kPastTheEnd : kKings);
  }

  void other_starts() {
    for (std::size_t i = 0; i < game_.starts.size(); ++i) {
      const Replay from{.end = {.position = game_.starts[i].position}};
      add({.kind = RepairKind::Start, .start = i, .run = follow(from)}, game_.starts[i].cost);
    }
  }

  const BrokenLine& game_;
  std::size_t broken_ = game_.legal.broken();
  std::size_t horizon_ = std::min(game_.line.moves.size(), broken_ + kHorizon);
  std::vector<Guess> guesses_ = {};
};

}  // namespace

PenSlip slip_between(const RepairMove& written, Move move, const Position& before,
                     const PieceLetters& letters) {
  const San& san = written.san;
  if (!written.word.empty()) {
    return slip_in_word(written.word, san_of(move, before), letters);
  }
  if (san.kind() == San::Kind::Null) return PenSlip::OtherMove;
  if (move.kind() == MoveKind::Castling) return slip_to_castling(san, move, before);
  if (san.kind() != San::Kind::Piece) return PenSlip::OtherMove;
  const Role role = before.board().at(move.from())->role();
  if (role != san.role()) {
    const bool is_same_square = san.to() == move.to();
    return is_same_square ? PenSlip::Letter : PenSlip::OtherMove;
  }
  if (role == Role::Pawn) return worse(slip_of_pawn(san, move), slip_of_promotion(san, move));
  const PenSlip origin = fits_origin(san, move.from()) ? PenSlip::None : PenSlip::Origin;
  const PenSlip square =
      san.to() == move.to() ? PenSlip::None : slip_of_squares(san.to(), move.to());
  return worse(origin, square);
}

double cost_of(PenSlip slip) { return std::ranges::find(kSlips, slip, &SlipFacts::slip)->cost; }

std::string_view to_string(PenSlip slip) {
  return std::ranges::find(kSlips, slip, &SlipFacts::slip)->name;
}

LegalPart legal_part(const LineReplay& replay, const Position& start) {
  LegalPart legal;
  Replay run{.end = {.position = start}};
  do {
    legal.points.push_back(run.end);
    legal.slips.push_back(run.slips);
  } while (run.end.next < replay.size() && replay.step(run));
  return legal;
}

std::vector<Guess> guesses(const BrokenLine& broken) { return Guesser(broken).run(); }

}  // namespace arbiter
