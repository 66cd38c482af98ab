#include "lib/repair/repair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/laws/illegality.h"
#include "lib/laws/wording.h"
#include "lib/movetext/game_letters.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"
#include "lib/repair/guesses.h"
#include "lib/tags/variant.h"
#include "lib/validate/start_position.h"

namespace arbiter {
namespace {

constexpr std::size_t kLookBack = 10;
constexpr std::size_t kColumn = 3;  // consecutive numbers as evidence of a column

using Moves = std::vector<RepairMove>;

std::uint32_t number_of(std::int64_t plies) { return static_cast<std::uint32_t>(plies / 2 + 1); }

// Returns whether the number of the next ply continues the number of ply `at`.
bool goes_on(const Moves& moves, std::size_t at) {
  for (std::size_t next = at + 1; next < moves.size(); ++next) {
    if (!moves[next].numbered) continue;
    return *moves[next].numbered - *moves[at].numbered == static_cast<std::int64_t>(next - at);
  }
  return false;
}

std::optional<MissingPart> missing_page(const Moves& moves, const ReplayPoint& before) {
  const std::size_t at = before.next;
  if (!moves[at].numbered || !goes_on(moves, at)) return std::nullopt;
  const std::int64_t due = plies_before(before.position) + before.ahead;
  if (*moves[at].numbered < due + 2) return std::nullopt;
  return MissingPart{.first = number_of(due), .last = number_of(*moves[at].numbered - 1)};
}

// Returns how many half-moves from ply `at` on have consecutive move numbers.
std::size_t numbers_in_column(const Moves& moves, std::size_t at) {
  std::size_t count = 0;
  while (at + count < moves.size() && moves[at + count].numbered &&
         (count == 0 || *moves[at + count].numbered - *moves[at + count - 1].numbered == 2)) {
    ++count;
  }
  return count;
}

std::optional<MissingPart> missing_column(const Moves& moves, std::size_t at) {
  const std::size_t count = numbers_in_column(moves, at);
  if (count < kColumn) return std::nullopt;
  const std::int64_t first = *moves[at].numbered;
  const std::int64_t last = *moves[at + count - 1].numbered;
  const bool lacks_black = first % 2 == 0;  // otherwise, a move of Black follows the last number
  return MissingPart{.first = number_of(first),
                     .last = number_of(lacks_black ? last - 2 : last),
                     .player = lacks_black ? Color::Black : Color::White};
}

// Returns the gap indicated by move numbers in the ten half-moves before the first illegal one.
// Skipped numbers indicate a missing page, numbers at every half-move a missing column.
std::optional<MissingPart> missing_part(const WrittenLine& line, const LegalPart& legal) {
  const std::size_t broken = legal.broken();
  for (std::size_t at = broken - std::min(broken, kLookBack); at <= broken; ++at) {
    if (const auto column = missing_column(line.moves, at)) return column;
    if (const auto page = missing_page(line.moves, legal.points[at])) return page;
  }
  return std::nullopt;
}

constexpr std::size_t kMovesBehind = 4;
constexpr std::size_t kBearsOut = 30;  // the number of legal half-moves that confirms a repair
constexpr std::size_t kOthers = 8;     // maximum number of listed alternatives to a missing move

std::optional<StartPosition> start_of(const PgnGame& game) {
  CollectingSink nobody{CodeSet()};
  GameReporter reporter(nobody);
  reporter.start(game);
  return read_start_position(reporter, WrongPlayer::Keep);
}

void explain_fault(const LegalPart& legal, BrokenGame& game) {
  const RepairMove& move = game.line.moves[game.broken];
  const San san = move.loose ? resolve(*move.loose, game.last).san : move.san;
  if (san.kind() == San::Kind::Null) return;
  std::vector<Move> moves;
  for (std::size_t ply = 0; ply < game.broken; ++ply) {
    moves.push_back(resolve(game.line.moves[ply], legal.points[ply].position).move);
  }
  Illegality illegality = explain(san, {game.start, moves, game.last});
  game.fault = std::move(illegality.message);
  game.article = illegality.article;
}

bool may_have_stood(const LineReplay& replay, const BrokenGame& game) {
  const RepairMove& move = game.line.moves[game.broken];
  const std::size_t behind = game.line.moves.size() - game.broken - 1;
  if (behind < kMovesBehind || !move.word.empty()) return false;
  const auto after = position_after_illegal(move.san, game.last);
  if (!after || has_exposed_king(*after)) return false;
  return replay.follow({.end = {*after, game.broken + 1}}).end.next == game.line.moves.size();
}

std::string reason_of(const Guess& guess, const BrokenLine& broken) {
  if (guess.kind == RepairKind::Start) return broken.starts[guess.start].reason;
  return description_of(guess.mistake, broken.legal.points[guess.at].position.turn());
}

Repair repair_of(const RankedGuess& ranked, const BrokenLine& broken) {
  const Guess& guess = ranked.guess;
  const bool is_start = guess.kind == RepairKind::Start;
  Repair repair{.kind = guess.kind,
                .mistake = guess.mistake,
                .at = guess.at,
                .count = guess.count,
                .distance = guess.distance,
                .is_shifted = guess.is_shifted};
  if (is_start) repair.start = broken.starts[guess.start].setup;
  repair.before = is_start ? Position(repair.start) : broken.legal.points[guess.at].position;
  if (guess.kind == RepairKind::Replace || guess.kind == RepairKind::Insert) {
    repair.move = guess.move;
    repair.san = san_of(guess.move, repair.before);
    repair.text = translated(repair.san, broken.line.letters);
  }
  if (guess.kind == RepairKind::Insert && guess.count == 2) {
    repair.second = guess.second;
    Position middle = repair.before;
    middle.play(guess.move);
    const std::string second = san_of(guess.second, middle);
    repair.san += " " + second;
    repair.text += " " + translated(second, broken.line.letters);
  }
  if (guess.reads_word) repair.word = broken.line.moves[guess.at].unread->token;
  for (const Guess& alternative : ranked.others) {
    if (repair.others.size() == kOthers || is_start) break;
    repair.others.push_back(
        translated(san_of(alternative.move, repair.before), broken.line.letters));
  }
  repair.other_count = ranked.others.size() + guess.fits - 1;
  const Replay run = guess.is_shifted
                         ? broken.replay.follow_shifted(guess.run, broken.line.moves.size())
                         : broken.replay.follow(guess.run);
  repair.run = run.end.next - broken.legal.broken();
  repair.reaches_end = run.end.next == broken.line.moves.size();
  repair.checks = run.checks;
  repair.captures = run.captures;
  repair.evidence = ranked.share;
  const bool is_determined = guess.mistake != Mistake::MissingRow || repair.other_count == 0;
  if (repair.reaches_end && is_determined && !is_start) {
    repair.share = calibrated(guess.mistake, ranked.share);
  }
  repair.reason = reason_of(guess, broken);
  return repair;
}

// Returns whether the most likely repair explains the game better than a gap.
bool is_borne_out(const BrokenGame& game) {
  if (game.repairs.empty()) return false;
  const Repair& repair = game.repairs.front();
  if (repair.mistake == Mistake::MissingRow) {
    const std::uint32_t number = repair.before.fullmove_number();
    return repair.share && game.missing->first == number && game.missing->last == number;
  }
  const bool explains_numbers = repair.kind != RepairKind::Insert;
  return explains_numbers && repair.reaches_end && repair.run >= kBearsOut;
}

// Returns the row that is missing according to the most likely repair, if several pairs of moves
// are possible.
std::optional<MissingPart> missing_row(const BrokenGame& game) {
  if (game.repairs.empty()) return std::nullopt;
  const Repair& repair = game.repairs.front();
  if (repair.mistake != Mistake::MissingRow || repair.share) return std::nullopt;
  const std::uint32_t number = repair.before.fullmove_number();
  return MissingPart{.first = number, .last = number};
}

std::optional<BrokenGame> repairs_of_moves(const PgnGame& game, const StartPosition& start,
                                           const RepairOptions& options) {
  BrokenGame found{
      .line = written_line(game, letters_of(game, &start.position, options), start.position),
      .start = start.setup,
      .first = start.position,
      .last = {}};
  const LineReplay replay(found.line, found.first);
  const LegalPart legal = legal_part(replay, found.first);
  found.broken = legal.broken();
  if (found.broken == found.line.moves.size()) return std::nullopt;
  if (found.line.ends_in_zeros && found.broken + 1 == found.line.moves.size()) return std::nullopt;
  found.last = legal.points.back().position;
  explain_fault(legal, found);
  found.may_have_stood = may_have_stood(replay, found);

  const PossibleStarts starts = possible_starts(game, found.start);
  const BrokenLine broken{found.line, replay, legal, *starts};
  for (const RankedGuess& ranked : rank(broken, guesses(broken))) {
    if (found.repairs.size() == options.candidates) break;
    found.repairs.push_back(repair_of(ranked, broken));
  }
  found.missing = missing_part(found.line, legal);
  if (found.missing && !is_borne_out(found)) {
    found.repairs.clear();
  } else if (const auto row = missing_row(found)) {
    found.missing = row;
  }
  return found;
}

}  // namespace

std::uint64_t percent_of(double share) {
  return std::min<std::uint64_t>(99, static_cast<std::uint64_t>(100 * share + 1e-6));
}

std::optional<BrokenGame> find_repairs(const PgnGame& game, const RepairOptions& options) {
  if (has_other_rules(game)) return std::nullopt;
  const std::optional<StartPosition> start = start_of(game);
  return start ? repairs_of_moves(game, *start, options) : repairs_of_start(game, options);
}

std::string_view to_string(RepairKind kind) {
  constexpr std::string_view kNames[] = {"replace", "insert",  "remove", "swap",
                                         "shift",   "cut-off", "start"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

constexpr std::array<int, 6> kValues = {100, 300, 310, 500, 900, 10'000};

// Returns the value in hundredths of a pawn; the king's value equals the total of all other pieces.
int value_of(Role role) { return kValues[static_cast<std::size_t>(role)]; }

// Returns the least valuable piece that attacks `square`.
std::optional<Square> cheapest(Bitboard attackers, const Board& board) {
  for (const Role role :
       {Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King}) {
    const Bitboard men = attackers & board.of(role);
    if (men.any()) return men.first();
  }
  return std::nullopt;
}

// Returns the gain of `side`, at least 0, by capturing a piece of value `prize` on `square`.
int best_gain(Square square, Color side, int prize, const Board& board, Bitboard occupied) {
  const auto from = cheapest(attackers(board, square, side, occupied) & occupied, board);
  if (!from) return 0;
  const Bitboard left = occupied & ~Bitboard(*from);
  const Role capturer = board.at(*from)->role();
  if (capturer == Role::King && (attackers(board, square, other(side), left) & left).any())
    return 0;
  const int answer = best_gain(square, other(side), value_of(capturer), board, left);
  return std::max(0, prize - answer);
}

// Returns the static exchange evaluation of `move`: the material gain if both sides continue to
// capture on its square while it pays. Ignores pins. Precondition: `move` is legal in `position`.
// About 50 ns.
int exchange_value(Move move, const Position& position) {
  if (move.kind() == MoveKind::Castling) return 0;
  const Board& board = position.board();
  const auto captured = board.at(move.to());
  int gain = captured ? value_of(captured->role()) : 0;
  Role role = board.at(move.from())->role();
  Bitboard occupied = (board.occupied() & ~Bitboard(move.from())) | move.to();
  if (move.kind() == MoveKind::EnPassant) {
    gain = value_of(Role::Pawn);
    occupied = occupied & ~Bitboard(backward(position.turn(), move.to()));
  }
  if (move.kind() == MoveKind::Promotion) {
    role = move.promotion_role();
    gain += value_of(role) - value_of(Role::Pawn);
  }
  return gain - best_gain(move.to(), other(position.turn()), value_of(role), board, occupied);
}

// Returns the opponent's gain by capturing the piece on `square`; 0 if there is no gain.
// Precondition: the square is occupied.
int threat_against(Square square, const Position& position) {
  const Piece piece = *position.board().at(square);
  return best_gain(square, other(piece.color()), value_of(piece.role()), position.board(),
                   position.board().occupied());
}

// Natural logarithms, hand-tuned.
constexpr double kPerPawnWon = 0.45;
constexpr double kPerPawnLost = 0.5;
constexpr double kCapture = 0.8;
constexpr double kRecapture = 1.5;
constexpr double kSaved = 0.35;  // for each pawn of value that would be lost without the move
constexpr double kCheck = 0.5;
constexpr double kCastling = 1.8;
constexpr double kDevelopment = 0.8;
constexpr double kEarlyKing = -1.5;
constexpr double kQueen = 1.5;
constexpr double kOtherPromotion = -3;
constexpr double kBackwards = -0.5;
constexpr double kEdgePawn = -0.3;
constexpr double kMaxPawns = 5;  // cap in pawns

double in_pawns(int value) { return std::clamp(value / 100.0, -kMaxPawns, kMaxPawns); }

bool gives_check(Move move, const Position& position) {
  Position after = position;
  after.play(move);
  return after.is_check();
}

double of_quiet_move(Move move, const Position& position) {
  const Role role = position.board().at(move.from())->role();
  const Color us = position.turn();
  const Rank from = relative_rank(us, move.from());
  if (role == Role::King && position.board().of(Role::Queen).any()) return kEarlyKing;
  if (role == Role::Pawn) {
    const File file = file_of(move.to());
    return file == File::A || file == File::H ? kEdgePawn : 0;
  }
  const bool is_minor = role == Role::Knight || role == Role::Bishop;
  if (is_minor && from == Rank::One) return kDevelopment;
  return relative_rank(us, move.to()) < from ? kBackwards : 0;
}

double of_promotion(Move move) {
  return move.promotion_role() == Role::Queen ? kQueen : kOtherPromotion;
}

// The threats on each square that a piece can leave, computed once.
class Threats {
 public:
  explicit Threats(const Position& position) : position_(position) { known_.fill(-1); }
  double against(Square square) {
    int& known = known_[static_cast<std::size_t>(square)];
    if (known < 0) known = threat_against(square, position_);
    return in_pawns(known);
  }

 private:
  const Position& position_;
  std::array<int, kSquareCount> known_{};
};

double weight_before_sharing(Move move, const Position& position, std::optional<Move> last,
                             Threats& threats) {
  if (move.kind() == MoveKind::Castling) return kCastling;
  const double gain = in_pawns(exchange_value(move, position));
  double weight = gain * (gain > 0 ? kPerPawnWon : kPerPawnLost);
  const bool is_king = position.board().at(move.from())->role() == Role::King;
  if (!is_king) weight += kSaved * threats.against(move.from());
  if (!position.board().is_empty(move.to())) {
    weight += last && last->to() == move.to() ? kRecapture : kCapture;
  } else {
    weight += of_quiet_move(move, position);
  }
  if (move.kind() == MoveKind::Promotion) weight += of_promotion(move);
  if (gain >= 0 && gives_check(move, position)) weight += kCheck;
  return weight;
}

// Returns the natural logarithm of the move's probability, compared with a random legal move: 0 for
// the average move. Profitable captures, saved pieces, castling and developing moves are more
// likely; pieces put en prise are less likely. `last` is the opponent's previous move. About 5 us.
double weight_of(Move move, const Position& position, std::optional<Move> last) {
  const MoveList moves = legal_moves(position);
  Threats threats(position);
  std::optional<double> weight;
  double sum = 0;
  for (const Move candidate : moves) {
    const double of_candidate = weight_before_sharing(candidate, position, last, threats);
    if (candidate == move) weight = of_candidate;
    sum += std::exp(of_candidate);
  }
  return weight ? *weight - std::log(sum / static_cast<double>(moves.size())) : 0;
}

// The number of guesses that are evaluated by the quality of their moves, and the number of plies
// evaluated after the illegal move.
constexpr std::size_t kWeighed = 60;
// Guesses whose score is lower than the best by this much are not evaluated.
constexpr double kHopeless = 14;
constexpr std::size_t kPliesBehind = 14;

bool is_likelier(const Guess& a, const Guess& b) { return a.score > b.score; }

struct Weigher {
  // Returns the sum of the weights from ply `first` on, including written plies before the change.
  double weigh(const Guess& guess, std::size_t first) {
    const bool is_start = guess.kind == RepairKind::Start;
    Play play{.position = is_start ? game_.starts[guess.start].position
                                   : game_.legal.points[guess.at].position,
              .last = {}};
    play.weight = is_start ? 0 : legal_weight(first, guess.at);
    const std::size_t next = play_change(guess, play);
    for (std::size_t i = next; i < horizon_; ++i) {
      play.counts = i >= first;
      if (!play_written(guess.is_shifted ? shifted_ply(next, i) : i, play)) break;
    }
    return play.weight;
  }

  struct Play {
    Position position;
    std::optional<Move> last;
    double weight = 0;
    bool counts = true;
  };

  void play(Move move, Play& play) const {
    if (play.counts) play.weight += weight_of(move, play.position, play.last);
    play.position.play(move);
    play.last = move;
  }

  bool play_written(std::size_t ply, Play& play) const {
    const SanResolution resolution = resolve_look_alike(game_.line.moves[ply], play.position);
    if (resolution.status != SanStatus::Legal) return false;
    this->play(resolution.move, play);
    return true;
  }

  // Returns the ply played as ply `i` if each pair from `first` on is swapped.
  std::size_t shifted_ply(std::size_t first, std::size_t i) const {
    const std::size_t other = first + ((i - first) ^ 1);
    return other < game_.line.moves.size() ? other : i;
  }

  // Plays the change, and returns the first written ply after it.
  std::size_t play_change(const Guess& guess, Play& play) const {
    switch (guess.kind) {
      case RepairKind::Replace:
        this->play(guess.move, play);
        return guess.at + 1;
      case RepairKind::Insert:
        play.counts = guess.fits == 1;  // otherwise any of several pairs may have been played
        this->play(guess.move, play);
        if (guess.count == 2) this->play(guess.second, play);
        return guess.at;
      case RepairKind::Shift:
        return guess.at;
      case RepairKind::Remove:
        return guess.at + guess.count;
      case RepairKind::Swap:
        for (std::size_t i = 0; i < guess.distance + guess.count; ++i) {
          play_written(swapped_ply(guess, i), play);
        }
        return guess.at + guess.distance + guess.count;
      case RepairKind::CutOff:
        return game_.line.moves.size();
      case RepairKind::Start:
        return 0;
    }
    return guess.at;
  }

  // Returns the sum of the weights of the plies [first, end), which are legal as written.
  double legal_weight(std::size_t first, std::size_t end) {
    double sum = 0;
    for (std::size_t ply = first; ply < end; ++ply) {
      auto& weight = legal_weights_[ply];
      if (!weight) {
        Play one{.position = game_.legal.points[ply].position, .last = {}};
        if (ply > 0) {
          const auto before =
              resolve(game_.line.moves[ply - 1], game_.legal.points[ply - 1].position);
          if (before.status == SanStatus::Legal) one.last = before.move;
        }
        play_written(ply, one);
        weight = one.weight;
      }
      sum += *weight;
    }
    return sum;
  }

  const BrokenLine& game_;
  std::size_t horizon_ = std::min(game_.line.moves.size(), game_.legal.broken() + kPliesBehind);
  std::vector<std::optional<double>> legal_weights_ =
      std::vector<std::optional<double>>(game_.legal.points.size());
};

bool differ_in_detail(const Guess& a, const Guess& b, std::span<const PossibleStart> starts) {
  if (a.kind != b.kind) return false;
  if (a.kind == RepairKind::Start) return starts[a.start].reason == starts[b.start].reason;
  return a.kind == RepairKind::Insert && a.at == b.at && a.count == b.count &&
         a.is_shifted == b.is_shifted && a.reads_word == b.reads_word;
}

// Returns the logarithm of the sum of two probabilities, given as logarithms.
double joined(double a, double b) {
  const double greater = std::max(a, b);
  return greater + std::log(std::exp(a - greater) + std::exp(b - greater));
}

// Groups the sorted guesses. The score of a group is the logarithm of the summed probabilities.
std::vector<std::pair<RankedGuess, double>> grouped(std::vector<Guess> guesses,
                                                    std::span<const PossibleStart> starts) {
  std::vector<std::pair<RankedGuess, double>> groups;
  for (Guess& guess : guesses) {
    const auto group = std::ranges::find_if(groups, [&](const auto& known) {
      return differ_in_detail(known.first.guess, guess, starts);
    });
    if (group == groups.end()) {
      const double score = guess.score;
      groups.push_back({{.guess = std::move(guess), .others = {}}, score});
    } else {
      group->second = joined(group->second, guess.score);
      const bool fits = guess.run.end.next == group->first.guess.run.end.next;
      if (fits) group->first.others.push_back(std::move(guess));
    }
  }
  return groups;
}

// The measured percentages of correct repairs, with a row for each Mistake in order.
constexpr CalibrationRow kCalibration[] = {
#include "lib/repair/calibration.inc"
};
static_assert(std::size(kCalibration) == kMistakeCount);

}  // namespace

std::size_t evidence_bucket(double share) {
  return static_cast<std::size_t>(std::ranges::upper_bound(kEvidenceBounds, share) -
                                  std::begin(kEvidenceBounds));
}

double calibrated(Mistake mistake, double share) {
  return kCalibration[static_cast<std::size_t>(mistake)].right[evidence_bucket(share)] / 100;
}

std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses) {
  std::ranges::sort(guesses, is_likelier);
  const auto is_hopeless = [&](const Guess& guess) {
    return guess.score < guesses.front().score - kHopeless;
  };
  const auto hopeless = std::ranges::find_if(guesses, is_hopeless) - guesses.begin();
  guesses.resize(std::min(kWeighed, static_cast<std::size_t>(hopeless)));
  std::size_t first = broken.legal.broken();
  for (const Guess& guess : guesses) {
    if (guess.kind != RepairKind::Start) first = std::min(first, guess.at);
  }
  Weigher weigher(broken);
  for (Guess& guess : guesses) guess.score += weigher.weigh(guess, first);
  std::ranges::sort(guesses, is_likelier);

  auto groups = grouped(std::move(guesses), broken.starts);
  std::ranges::stable_sort(groups,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<RankedGuess> ranked;
  double sum = 0;
  for (const auto& group : groups) sum += std::exp(group.second - groups.front().second);
  for (auto& [group, score] : groups) {
    group.group_share = std::exp(score - groups.front().second) / sum;
    group.share = std::exp(group.guess.score - groups.front().second) / sum;
    ranked.push_back(std::move(group));
  }
  return ranked;
}

}  // namespace arbiter
