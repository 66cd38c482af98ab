#include "lib/repair/guesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/laws/first_position.h"
#include "lib/movetext/game_letters.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/tags/variant.h"
#include "lib/validate/start_position.h"

namespace arbiter {
namespace {

struct MistakeFacts {
  Mistake mistake;  // the mistake of this row
  double cost;
  std::string_view name;
};

// The facts about the mistakes, in the order of Mistake. The costs are hand-tuned.
constexpr MistakeFacts kMistakes[] = {
    {Mistake::None, 0, "a missing file or rank"},
    {Mistake::LookAlike, 0.3, "characters that look alike or are swapped"},
    {Mistake::CutShort, 1.5, "a word cut short"},
    {Mistake::Origin, 2.0, "another piece of its kind"},
    {Mistake::Castling, 2.0, "castling in other letters"},
    {Mistake::Neighbour, 2.6, "a neighbouring file or rank"},
    {Mistake::Letter, 2.8, "another piece"},
    {Mistake::Promotion, 3.0, "another promotion"},
    {Mistake::Line, 4.0, "another file or rank"},
    {Mistake::Garbled, 5.0, "a garbled word"},
    {Mistake::Square, 7.0, "another square"},
    {Mistake::OtherMove, 9.5, "another move"},
    {Mistake::Missing, 3.5, "a move is missing"},
    {Mistake::MissingRow, 4.5, "a row is missing"},
    {Mistake::MissingShifted, 4.0, "a move is missing, and {}'s moves after it are a row too high"},
    {Mistake::Twice, 3.0, "a move written twice"},
    {Mistake::TwiceShifted, 4.5, "a move written twice, and {}'s moves after it are a row too low"},
    {Mistake::RowTwice, 3.0, "a row written twice"},
    {Mistake::TooMany, 9.0, "a move too many"},
    {Mistake::Swapped, 4.5, "two moves swapped"},
    {Mistake::SwappedOwn, 4.5, "two moves of one player swapped"},
    {Mistake::SwappedRows, 4.5, "two rows swapped"},
    {Mistake::Shifted, 4.0, "{}'s moves are a row too low from here on"},
    {Mistake::Kings, 1.0, "kings put on the centre squares to signal the result"},
    {Mistake::PastTheEnd, 4.0, "the game is over"},
    {Mistake::OtherStart, 0, "another initial position"},
};

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < kMistakeCount; ++i) {
    if (static_cast<std::size_t>(kMistakes[i].mistake) != i) return false;
  }
  return std::size(kMistakes) == kMistakeCount;
}
static_assert(are_in_order());

Mistake mistake_of_squares(Square written, Square meant) {
  const int files = std::abs(index_of(file_of(written)) - index_of(file_of(meant)));
  const int ranks = std::abs(index_of(rank_of(written)) - index_of(rank_of(meant)));
  if (files > 0 && ranks > 0) return Mistake::Square;
  return files + ranks == 1 ? Mistake::Neighbour : Mistake::Line;
}

bool fits_origin(const San& san, Square from) { return san.origin_mask().contains(from); }

Mistake mistake_for_castling(const San& san, Move move, const Position& before) {
  if (san.kind() != San::Kind::Piece) return Mistake::Castling;
  const bool is_kings_move = san.role() == Role::King &&
                             rank_of(san.to()) == rank_of(before.king(before.turn())) &&
                             (san.to() > move.from()) == (move.to() > move.from());
  return is_kings_move ? Mistake::Castling : Mistake::OtherMove;
}

// Returns the slip in the promotion. Precondition: the moving piece and the target square are as
// written.
Mistake mistake_of_promotion(const San& san, Move move) {
  const bool promotes = move.kind() == MoveKind::Promotion;
  const bool agrees = promotes ? san.promotion() == move.promotion_role() : !san.promotion();
  return agrees ? Mistake::None : Mistake::Promotion;
}

// Returns the greater slip; an extra file or rank costs as much as a wrong one.
Mistake worse(Mistake first, Mistake second) {
  if (first == Mistake::None) return second;
  if (second == Mistake::None) return first;
  return Mistake::OtherMove;
}

// If the file of a capturing pawn is wrong, its target file may be wrong by the same distance: exd5
// for fxe5.
Mistake mistake_of_pawn(const San& san, Move move) {
  if (san.from_file() && !fits_origin(san, move.from())) {
    const bool shifts = index_of(*san.from_file()) - index_of(file_of(san.to())) ==
                        index_of(file_of(move.from())) - index_of(file_of(move.to()));
    if (san.to() == move.to()) return Mistake::Neighbour;
    return shifts && rank_of(san.to()) == rank_of(move.to()) ? Mistake::Line : Mistake::OtherMove;
  }
  return san.to() == move.to() ? Mistake::None : mistake_of_squares(san.to(), move.to());
}

std::string without_marks(std::string san) {
  san.erase(san.find_last_not_of("+#") + 1);
  return san;
}

std::string without_capture(std::string san) {
  san.erase(std::remove(san.begin(), san.end(), 'x'), san.end());
  return san;
}

Mistake mistake_in_text(const std::string& word, const std::string& san) {
  const std::string written = without_marks(word);
  const std::string meant = without_marks(san);
  const int cost = std::min(misreading(written, meant),
                            misreading(without_capture(written), without_capture(meant)));
  if (cost < kOtherSlip) return Mistake::LookAlike;
  if (written.size() > 1 && meant.starts_with(written)) return Mistake::CutShort;
  return cost <= 2 * kOtherSlip ? Mistake::Garbled : Mistake::OtherMove;
}

// Returns the smaller of the mistakes in the game's letters and in English letters, because a game
// may mix both.
Mistake mistake_in_word(const std::string& word, const std::string& san,
                        const PieceLetters& letters) {
  return std::min(mistake_in_text(word, translated(san, letters)), mistake_in_text(word, san));
}

// The number of plies before the illegal move that guesses may change. A wrong but legal move is
// noticed only later; none of 1,000 spoiled games needed a higher number.
constexpr std::size_t kGuessLookBack = 40;

// Costs as negative log-likelihoods, like those of slips.
constexpr double kPerRowBetween = 2.0;   // swapped rows
constexpr double kUnderpromotion = 6.0;  // promotion other than to a queen, if no piece is written
constexpr double kWrongSign = 3.0;
constexpr double kBreaksAgain = 9.0;
constexpr double kWrongResult = 5.0;
constexpr double kPerPly = 0.25;
constexpr std::size_t kMaxPlies = 40;  // more moves are not more evidence
// The number of plies after the illegal move that a guess is followed.
constexpr std::size_t kHorizon = 200;
constexpr std::size_t kMaxDistance = 8;       // maximum distance of swapped rows, in plies
constexpr std::size_t kRowLookBack = 16;      // maximum distance of a missing row, in plies
constexpr std::size_t kMaxRowPairs = 20'000;  // maximum number of pairs to try for missing rows

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
    const std::size_t first = broken_ > kGuessLookBack ? broken_ - kGuessLookBack : 0;
    for (std::size_t at = first; at <= broken_; ++at) {
      change_ply(at);
      remove_ply(at);
      swap({.kind = RepairKind::Swap, .mistake = Mistake::Swapped, .at = at, .distance = 1});
      swap({.kind = RepairKind::Swap, .mistake = Mistake::SwappedOwn, .at = at, .distance = 2});
      shift_plies(at);
      if (position(at).turn() == Color::White) change_row(at);
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
  void add(Guess guess, double more_cost = 0) {
    const std::size_t end = guess.run.end.next;
    const bool takes_it_out = guess.kind == RepairKind::Remove && guess.at + guess.count > broken_;
    const bool goes_on = end > broken_ + (takes_it_out ? 1 : 0);
    if (!goes_on && end < game_.line.moves.size()) return;
    guess.score = evidence(guess.run) - cost_of(guess.mistake) - more_cost;
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

  // Adds guesses that replace the written move with another legal move, or insert a legal move
  // before it.
  void change_ply(std::size_t at) {
    const RepairMove& written = game_.line.moves[at];
    const MoveList moves = legal_moves(position(at));
    const double choice = std::log(static_cast<double>(moves.size()) + 1);
    const bool is_legal = at < broken_;
    const Move played = is_legal ? resolve(written, position(at)).move : Move();
    for (const Move move : moves) {
      Replay inserted = before(at);
      inserted.end.position.play(move);
      const Mistake word = mistake_in_unread(written, move, position(at), game_.line.letters);
      const bool reads_word = word != Mistake::OtherMove;
      add({.kind = RepairKind::Insert,
           .mistake = reads_word ? word : Mistake::Missing,
           .at = at,
           .move = move,
           .reads_word = reads_word,
           .run = follow(inserted)},
          (reads_word ? 0 : choice) + (underpromotes(move) ? kUnderpromotion : 0));
      if (is_legal && move == played) continue;
      Replay replaced = before(at);
      game_.replay.substitute(move, replaced);
      const Mistake mistake = mistake_between(written, move, position(at), game_.line.letters);
      const bool names_promotion =
          mistake == Mistake::LookAlike || written.san.promotion() == move.promotion_role();
      add({.kind = RepairKind::Replace,
           .mistake = mistake,
           .at = at,
           .move = move,
           .run = follow(replaced)},
          cost_of_signs(at, move) +
              (underpromotes(move) && !names_promotion ? kUnderpromotion : 0));
    }
  }

  // Adds a guess that removes the ply; of two equal plies, only the later one.
  void remove_ply(std::size_t at) {
    const auto& moves = game_.line.moves;
    if (at + 1 < moves.size() && is_same(moves[at], moves[at + 1])) return;
    const bool is_double = (at >= 1 && is_same(moves[at], moves[at - 1])) ||
                           (at >= 2 && is_same(moves[at], moves[at - 2]));
    Replay left_out = before(at);
    ++left_out.end.next;
    add({.kind = RepairKind::Remove,
         .mistake = is_double ? Mistake::Twice : Mistake::TooMany,
         .at = at,
         .run = follow(left_out)});
  }

  // Adds guesses that two moves or two rows were swapped. Swapped moves keep the numbers of their
  // places; rows are tried with and without their own numbers.
  void swap(Guess guess, double more_cost = 0) {
    const std::size_t end = guess.at + guess.distance + guess.count;
    if (end > game_.line.moves.size() || end <= broken_) return;
    Replay staying = before(guess.at);
    Replay moving = staying;
    for (std::size_t i = 0; guess.at + i < end; ++i) {
      const std::size_t ply = swapped_ply(guess, i);
      if (!game_.replay.play_ply(ply, guess.at + i, staying)) return;
      if (guess.count == 2) game_.replay.play_ply(ply, ply, moving);
    }
    const bool moves_numbers = guess.count == 2 && moving.slips < staying.slips;
    guess.run = follow(moves_numbers ? moving : staying);
    add(std::move(guess), more_cost);
  }

  void change_row(std::size_t at) {
    for (std::size_t distance = 2; distance <= kMaxDistance; distance += 2) {
      swap({.kind = RepairKind::Swap,
            .mistake = Mistake::SwappedRows,
            .at = at,
            .count = 2,
            .distance = distance},
           kPerRowBetween * static_cast<double>(distance / 2 - 1));
    }
    const auto& moves = game_.line.moves;
    if (at >= 2 && at + 1 < moves.size() && is_same(moves[at], moves[at - 2]) &&
        is_same(moves[at + 1], moves[at - 1])) {
      Replay left_out = before(at);
      left_out.end.next += 2;
      add({.kind = RepairKind::Remove,
           .mistake = Mistake::RowTwice,
           .at = at,
           .count = 2,
           .run = follow(left_out)});
    }
    if (at + kRowLookBack >= broken_) insert_row(at);
  }

  // Tries to insert every white move and reply before the ply. If several pairs restore the game,
  // the guess contains the pair with the fewest later slips, and the score of all pairs.
  void insert_row(std::size_t at) {
    Guess best{.kind = RepairKind::Insert,
               .mistake = Mistake::MissingRow,
               .at = at,
               .count = 2,
               .fits = 0};
    std::size_t tried = 0;
    for (const Move move : legal_moves(position(at))) {
      Position middle = position(at);
      middle.play(move);
      for (const Move second : legal_moves(middle)) {
        ++tried;
        if (++row_pairs_ > kMaxRowPairs) return;
        Replay run = before(at);
        run.end.position = middle;
        run.end.position.play(second);
        run = follow(run);
        if (run.end.next < horizon_) continue;
        if (++best.fits > 1 && run.slips >= best.run.slips) continue;
        best.move = move;
        best.second = second;
        best.run = run;
      }
    }
    if (best.fits == 0) return;
    const double share = static_cast<double>(tried) / static_cast<double>(best.fits);
    add(std::move(best), std::log(share));
  }

  // Adds guesses that one player's moves are in the wrong row from the ply on, so that each pair of
  // moves is swapped. Also tries a missing move at the ply, and a repeated one.
  void shift_plies(std::size_t at) {
    const auto follow_shifted = [&](const Replay& from) {
      return game_.replay.follow_shifted(from, horizon_);
    };
    const auto& moves = game_.line.moves;
    add({.kind = RepairKind::Shift,
         .mistake = Mistake::Shifted,
         .at = at,
         .is_shifted = true,
         .run = follow_shifted(before(at))});
    if (at >= 2 && is_same(moves[at], moves[at - 2])) {
      Replay left_out = before(at);
      ++left_out.end.next;
      add({.kind = RepairKind::Remove,
           .mistake = Mistake::TwiceShifted,
           .at = at,
           .is_shifted = true,
           .run = follow_shifted(left_out)});
    }
    const MoveList candidates = legal_moves(position(at));
    const double choice = std::log(static_cast<double>(candidates.size()) + 1);
    for (const Move move : candidates) {
      Replay inserted = before(at);
      inserted.end.position.play(move);
      add({.kind = RepairKind::Insert,
           .mistake = Mistake::MissingShifted,
           .at = at,
           .move = move,
           .is_shifted = true,
           .run = follow_shifted(inserted)},
          choice);
    }
  }

  // Adds guesses that remove kings put on the centre squares, or moves after mate or stalemate.
  void cut_off() {
    std::vector<San> rest;
    for (std::size_t i = broken_; i < game_.line.moves.size(); ++i)
      rest.push_back(game_.line.moves[i].san);
    const bool is_over = !has_legal_move(position(broken_));
    if (!is_over && !kings_to_centre(position(broken_), rest)) return;
    Replay cut = before(broken_);
    cut.end.next = game_.line.moves.size();
    add({.kind = RepairKind::CutOff,
         .mistake = is_over ? Mistake::PastTheEnd : Mistake::Kings,
         .at = broken_,
         .count = rest.size(),
         .run = cut});
  }

  void other_starts() {
    for (std::size_t i = 0; i < game_.starts.size(); ++i) {
      const Replay from{.end = {.position = game_.starts[i].position}};
      add({.kind = RepairKind::Start,
           .mistake = Mistake::OtherStart,
           .start = i,
           .run = follow(from)},
          game_.starts[i].cost);
    }
  }

  const BrokenLine& game_;
  std::size_t broken_ = game_.legal.broken();
  std::size_t horizon_ = std::min(game_.line.moves.size(), broken_ + kHorizon);
  std::size_t row_pairs_ = 0;
  std::vector<Guess> guesses_ = {};
};

}  // namespace

Mistake mistake_between(const RepairMove& written, Move move, const Position& before,
                        const PieceLetters& letters) {
  const San& san = written.san;
  if (!written.word.empty()) {
    return mistake_in_word(written.word, san_of(move, before), letters);
  }
  if (san.kind() == San::Kind::Null) return Mistake::OtherMove;
  if (move.kind() == MoveKind::Castling) return mistake_for_castling(san, move, before);
  if (san.kind() != San::Kind::Piece) return Mistake::OtherMove;
  const Role role = before.board().at(move.from())->role();
  if (role != san.role()) {
    const bool is_same_square = san.to() == move.to();
    return is_same_square ? Mistake::Letter : Mistake::OtherMove;
  }
  if (role == Role::Pawn) return worse(mistake_of_pawn(san, move), mistake_of_promotion(san, move));
  const Mistake origin = fits_origin(san, move.from()) ? Mistake::None : Mistake::Origin;
  const Mistake square =
      san.to() == move.to() ? Mistake::None : mistake_of_squares(san.to(), move.to());
  return worse(origin, square);
}

Mistake mistake_in_unread(const RepairMove& next, Move move, const Position& before,
                          const PieceLetters& letters) {
  if (!next.unread) return Mistake::OtherMove;
  return mistake_in_word(next.unread->text, san_of(move, before), letters);
}

double cost_of(Mistake mistake) { return kMistakes[static_cast<std::size_t>(mistake)].cost; }

std::string description_of(Mistake mistake, Color player) {
  return fmt::format(fmt::runtime(kMistakes[static_cast<std::size_t>(mistake)].name),
                     to_string(player));
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

namespace {

// Costs as negative log-likelihoods.
constexpr double kUsualStart = 3;
constexpr double kOtherTurn = 2;
constexpr double kCastlingLeftOut = 4;
constexpr double kChess960 = 7.5;  // one of the 960 positions

// Grants all castling rights as in Chess960, with a rook on each side of the king.
void grant_all(Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    const Bitboard rank(relative_rank(color, Rank::One));
    const Bitboard rooks = setup.board.of(color, Role::Rook) & rank;
    const Bitboard king = setup.board.of(color, Role::King) & rank;
    if (king.is_empty()) continue;
    for (const Square rook : rooks) {
      const bool is_right = rook > king.first();
      setup.castling.grant(color, is_right ? CastlingSide::King : CastlingSide::Queen, rook);
    }
  }
}

// Grants the usual castling rights: for king and rooks on their initial squares.
void grant_usual(Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    const Rank rank = relative_rank(color, Rank::One);
    if (!setup.board.has(square_of(File::E, rank), Piece(color, Role::King))) continue;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      const Square rook = square_of(side == CastlingSide::King ? File::H : File::A, rank);
      if (setup.board.has(rook, Piece(color, Role::Rook))) setup.castling.grant(color, side, rook);
    }
  }
}

Setup chess960_setup(const std::array<Role, 8>& pieces) {
  Setup setup = initial_setup();
  setup.castling = {};
  for (int file = 0; file < 8; ++file) {
    for (const Color color : {Color::White, Color::Black}) {
      setup.board.put(square_of(static_cast<File>(file), relative_rank(color, Rank::One)),
                      Piece(color, pieces[static_cast<std::size_t>(file)]));
    }
  }
  grant_all(setup);
  return setup;
}

std::vector<Setup> all_chess960() {
  std::array<Role, 8> pieces = {Role::Knight, Role::Knight, Role::Bishop, Role::Bishop,
                                Role::Rook,   Role::Rook,   Role::Queen,  Role::King};
  std::vector<Setup> setups;
  do {
    Setup setup = chess960_setup(pieces);
    const bool is_usual = setup.board == initial_setup().board;
    if (is_chess960_start(setup) && !is_usual) setups.push_back(setup);
  } while (std::next_permutation(pieces.begin(), pieces.end()));
  return setups;
}

bool is_chess960(const PgnGame& game) {
  const PgnTag* variant = game.tag(KnownTag::Variant);
  const auto reading = variant == nullptr ? std::nullopt : read_variant(variant->value);
  return reading && reading->rules == VariantRules::Chess960;
}

void add(const Setup& setup, double cost, std::string reason, std::vector<PossibleStart>& starts) {
  if (is_playable(setup)) starts.push_back({setup, Position(setup), cost, std::move(reason)});
}

PossibleStarts starts_from_fen(const Setup& given) {
  std::vector<PossibleStart> starts;
  Setup granted = given;
  grant_usual(granted);
  if (granted != given) {
    add(granted, kCastlingLeftOut, "castling rights that the FEN omits", starts);
  }
  Setup turned = given;
  turned.turn = other(given.turn);
  turned.en_passant.reset();
  add(turned, kOtherTurn, "the other player is to move in the initial position", starts);
  // A correction of the FEN may already be the standard initial position.
  const bool has_usual = std::ranges::count(starts, initial_setup(), &PossibleStart::setup) > 0;
  if (!has_usual) {
    add(initial_setup(), kUsualStart, "the standard initial position instead of the FEN", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

PossibleStarts starts_of_chess960() {
  std::vector<PossibleStart> starts;
  for (const Setup& setup : all_chess960()) {
    add(setup, kChess960, "an initial position of Chess960 that no FEN tag gives", starts);
  }
  return std::make_shared<std::vector<PossibleStart>>(std::move(starts));
}

constexpr std::size_t kEvidence =
    8;  // number of moves as evidence against the standard initial position

std::optional<Setup> setup_of(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Fen);
  if (tag == nullptr) return std::nullopt;
  auto parsed = parse_fen(tag->value);
  ParsedFen* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

// Returns the repair if the whole line is legal from `start`. The evidence is still a logarithm. It
// is low for a short line, because few moves are legal from many positions.
std::optional<Repair> repair_from(const PossibleStart& start, const WrittenLine& line) {
  if (start.setup == initial_setup() && line.moves.size() < kEvidence) return std::nullopt;
  const Position& first = start.position;
  const Replay replay = LineReplay(line, first).follow({.end = {.position = first}});
  if (replay.end.next < line.moves.size()) return std::nullopt;
  Repair repair{.kind = RepairKind::Start, .mistake = Mistake::OtherStart};
  repair.start = start.setup;
  repair.before = first;
  repair.run = line.moves.size();
  repair.reaches_end = true;
  repair.checks = replay.checks;
  repair.captures = replay.captures;
  repair.evidence = -start.cost - replay.slips;
  repair.reason = start.reason;
  return repair;
}

// Sorts by likelihood, descending, and converts logarithms to shares without underflow.
void share_out(std::vector<Repair>& repairs) {
  std::ranges::stable_sort(repairs, std::ranges::greater(), &Repair::evidence);
  const double greatest = repairs.front().evidence;
  double sum = 0;
  for (Repair& repair : repairs) {
    repair.evidence = std::exp(repair.evidence - greatest);
    sum += repair.evidence;
  }
  for (Repair& repair : repairs) repair.evidence /= sum;
}

}  // namespace

PieceLetters letters_of(const PgnGame& game, const Position* first, const RepairOptions& options) {
  if (options.piece_letters) return *options.piece_letters;
  return first == nullptr ? PieceLetters() : determine_letters(game, *first).letters;
}

PossibleStarts possible_starts(const PgnGame& game, const Setup& given) {
  const PgnTag* fen = game.tag(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) return starts_from_fen(given);
  static const PossibleStarts none = std::make_shared<std::vector<PossibleStart>>();
  static const PossibleStarts of_chess960 = starts_of_chess960();
  return is_chess960(game) ? of_chess960 : none;
}

std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options) {
  const std::optional<Setup> given = setup_of(game);
  if (!given) return std::nullopt;
  const PossibleStarts starts = possible_starts(game, *given);
  BrokenGame found{
      .line = written_line(
          game, letters_of(game, starts->empty() ? nullptr : &starts->front().position, options),
          std::nullopt),
      .start = {},
      .first = {},
      .last = {}};
  if (found.line.moves.empty()) return std::nullopt;
  for (const PossibleStart& start : *starts) {
    if (auto repair = repair_from(start, found.line)) found.repairs.push_back(std::move(*repair));
  }
  if (found.repairs.empty()) return std::nullopt;
  share_out(found.repairs);
  if (found.repairs.size() > options.candidates) found.repairs.resize(options.candidates);
  found.start = found.repairs.front().start;
  found.first = found.last = found.repairs.front().before;
  const SetupFault fault = faults_of(*given).front();
  found.fault = fmt::format("no game can begin from the FEN: {}", to_string(fault));
  found.article = fmt::format("Laws {}", article_of(fault));
  return found;
}

}  // namespace arbiter
