// A beam search for the reading of a score sheet with the fewest faults.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"
#include "lib/movetext/sheet.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"

namespace arbiter {
namespace {

// The costs of faults, hand-tuned. A reading with fewer and more likely faults costs less.
constexpr float kTornCost = 0.4F;
constexpr float kGluedCost = 0.4F;
constexpr float kMisreadCost = 3.0F;
constexpr float kAllowedCost = 1.0F;     // an ambiguous move, or castling as a move of the king
constexpr float kLookAlikeCost = 1.2F;   // a move with look-alike characters: "RdB"
constexpr float kNumberCost = 2.5F;      // a number that contradicts earlier numbers
constexpr float kNumberBackCost = 0.5F;  // the return to the correct number after a misprint
constexpr float kSideCost = 1.0F;        // "12." before a move of Black
constexpr float kBackCost = 1.5F;        // a jump back to the row with the expected number
constexpr float kExchangeCost = -0.8F;   // the same, if no other row has this number
constexpr float kLooseNumberCost = 0.3F;
constexpr float kFragmentCost = 2.0F;    // a piece letter or file that is not part of a move
constexpr float kBracketCost = 1.5F;     // each of the first two missing parentheses
constexpr float kNullCost = 1.6F;        // a null move near a fault
constexpr float kPassageCost = 1.0F;     // moves in parentheses or after words, or repeated moves
constexpr float kAsideCost = 2.5F;       // unmarked moves skipped as text
constexpr float kResumedCost = 1.8F;     // the same, if "12..." follows
constexpr float kVariationCost = 0.02F;  // each move of a variation without parentheses
constexpr float kCutCost = 4.0F;         // unplayed moves at the end
constexpr float kCutMoveCost = 0.4F;     // each unplayed move
constexpr float kMissingCost = 8.0F;     // maximum cost of a cut if moves are missing

constexpr float kSpuriousCost = 1.5F;  // a capture on an empty square, near a fault
constexpr float kSmallCost = 0.15F;    // a fault that the writer makes throughout
constexpr float kMargin = 1.0F;        // minimum distance of the best reading from the next
constexpr float kThreshold = 4.5F;     // maximum distance from the best reading
constexpr std::size_t kBeam = 24;      // maximum number of readings
constexpr int kCalmPlies = 12;         // faultless half-moves after which a fault is explained
constexpr int kProgressPlies = 3;
constexpr std::size_t kMaxSuccessors = 8;  // maximum number of successors, in text order
constexpr std::uint32_t kMaxGap = 256;     // maximum number of skipped tokens
constexpr std::uint32_t kLookedAtMoves = 24;
constexpr std::size_t kMaxRecentPlies = 24;

struct ReadingPlace {
  std::int32_t node = -1;
  std::uint32_t next = 0;   // the token after the last move
  std::uint64_t place = 0;  // SheetItem::place_after of the last move
  std::int64_t ply = 0;     // number of half-moves played
  std::int64_t ahead = 0;   // written half-move numbers minus `ply`
  float cost = 0;
  int calm = 0;                 // half-moves since the last fault
  bool is_ahead_known = true;   // false before the first number in a game with a FEN
  bool has_moved_back = false;  // true if rows were reordered
};

// A partial reading, up to some half-move.
struct Reading : ReadingPlace {
  Position position;
};

struct Gap {
  std::uint32_t moves = 0;
  std::uint32_t copies = 0;
  std::uint32_t words = 0;
  std::uint32_t first_number = kNoToken;  // first number, if no move or word precedes it
  std::uint32_t number = kNoToken;        // last number
  std::uint32_t moves_after = 0;          // number of moves after that number
  bool is_open = false;                   // begins with an unclosed variation
  float cost = 0;
};

// A possible meaning of an item: a move.
struct Meaning {
  std::optional<Move> move;
  float cost = 0;
  SheetFault fault = SheetFault::None;
};

// An item that may continue a reading as its next move.
struct Candidate {
  float cost = 0;  // cost of the reading and of the gap before the item
  std::uint32_t reading = 0;
  std::uint32_t item = 0;
  bool may_slip = false;
};

template <Color us>
std::optional<Move> play_legal_of(San san, Position& position) {
  const Bitboard origin = san.is_plain() ? find_plain<us>(san, position) : kNoSquares;
  if (origin.any()) {
    const Square from = origin.first();
    position.play_normal(Piece(us, san.role()), from, san.to());
    return Move::normal(from, san.to());
  }
  const SanResolution resolution = resolve(san, position);
  if (resolution.status != SanStatus::Legal) return std::nullopt;
  position.play(resolution.move);
  return resolution.move;
}

class Search {
  // Additional cost up to which only readings from the fault on are searched.
  static constexpr float kNear = 1.5F;
  // Additional cost above which the line ends at the fault.
  static constexpr float kFar = 9.0F;

 public:
  Search(const Sheet& sheet, const Position& first)
      : sheet_(sheet), first_(first), is_sound_(!sheet.has_columns), passage_(*this) {
    now_.position = first;
    now_.ply = plies_before(first);
    now_.is_ahead_known = !sheet.start().empty() || first == Position(initial_setup());
    if (!sheet.start().empty()) moves_at_start_ = static_cast<std::size_t>(now_.ply);
    nodes_.reserve(sheet.items.size() + 64);
  }

  // Returns the half-moves of the best reading; nothing if the game is sound.
  std::optional<std::vector<SheetMove>> run() {
    std::array<ReadingPlace, kLookBackPlies> before;
    Reading start = now_;  // the reading before the steps
    std::size_t steps = 0;
    before[0] = now_;
    for (;;) {
      if (step()) {
        before[++steps % kLookBackPlies] = now_;
        continue;
      }
      if (rest_after(now_).cost == 0) break;
      is_sound_ = false;
      const Reading here = now_;
      if (!search(here, kNear)) {
        const bool is_long = steps + 1 >= kLookBackPlies;
        const ReadingPlace& place = before[is_long ? (steps + 1) % kLookBackPlies : 0];
        if (!search(reading_at(place, start), kFar)) return best_path();
      }
      steps = 0;
      before[0] = now_;
      start = now_;
    }
    if (is_sound_) return std::nullopt;
    return path_to(now_.node);
  }

 private:
  // Counts the tokens between the last move of a reading and a later token.
  class Passage {
   public:
    explicit Passage(const Search& search) : search_(search), sheet_(search.sheet_) {}

    void start(const ReadingPlace& from) {
      from_ = &from;
      at_ = from.next;
      gap_ = {};
      count_ = {};
      pending_ = kNoToken;
      begins_open_ = ends_closed_ = false;
      is_empty_ = is_plain_ = true;
    }

    // Returns the counts of tokens before `to`, and the cost of skipping them. `to` must not
    // decrease between calls. `own_number` is the move number of the token `to`. At the end of the
    // tokens, results are not counted.
    Gap before(std::uint32_t to, std::uint32_t own_number) {
      for (const std::uint32_t end = std::min(to, from_->next + kMaxGap); at_ < end; ++at_) look();
      const bool is_own = pending_ == kNoToken || pending_ == own_number;
      if (is_own) return is_empty_ ? Gap() : counted(gap_, to, own_number);
      Gap gap = gap_;
      add_number(gap);
      const Gap whole = counted(gap, to, own_number);
      --of(SheetPart::Number);
      return whole;
    }

   private:
    std::uint32_t& of(SheetPart part) { return count_[static_cast<std::size_t>(part)]; }
    void count(SheetPart part) {
      ++of(part);
      is_empty_ = false;
      is_plain_ = is_plain_ && (part == SheetPart::Move || part == SheetPart::Number);
    }

    void look() {
      const SheetPart part = sheet_.parts[at_];
      if (part == SheetPart::Open) at_ = sheet_.match[at_];
      if (part == SheetPart::Remark || part == SheetPart::Open) return;
      if (from_->has_moved_back && (part == SheetPart::Number || search_.is_used(*from_, at_)))
        return;
      if (part == SheetPart::Number && sheet_.is_loose(at_, pending_)) {
        return count(part);
      }
      if (pending_ != kNoToken) add_number(gap_);
      pending_ = kNoToken;
      if (part == SheetPart::Number) {
        pending_ = at_;
        return;
      }
      count(part);
      if (part == SheetPart::Result) return;
      if (part == SheetPart::LooseOpen && gap_.moves + gap_.words == 0) begins_open_ = true;
      ends_closed_ = part == SheetPart::LooseClose;
      if (part == SheetPart::Prose) ++gap_.words;
      if (part != SheetPart::Move) return;
      ++gap_.moves;
      ++gap_.moves_after;
      // A passage is a copy only if all its moves are copies.
      const bool may_be_copy = gap_.copies + 1 == gap_.moves && gap_.moves <= kMaxRecentPlies;
      if (may_be_copy && search_.is_copy(*from_, at_)) ++gap_.copies;
    }
    void add_number(Gap& gap) {
      count(SheetPart::Number);
      if (sheet_.tokens[pending_].dots == 0) return;
      if (gap.moves + gap.words == 0) gap.first_number = pending_;
      gap.number = pending_;
      gap.moves_after = 0;
    }

    Gap counted(Gap gap, std::uint32_t to, std::uint32_t own_number) {
      const auto some = [](std::uint32_t n) { return static_cast<float>(std::min(n, 20U)); };
      if (!is_plain_) {
        if (gap.words > 0) gap.cost += 0.3F + 0.05F * some(gap.words);
        gap.cost += 0.5F * some(of(SheetPart::Stray));
      }
      if (gap.moves == 0) {
        gap.cost += kLooseNumberCost * some(of(SheetPart::Number));
        const std::uint32_t count = gap.words + of(SheetPart::Stray) + of(SheetPart::Number);
        if (count > 0)
          gap.cost = std::min(gap.cost, habitual(gap.cost, sheet_.strays) * some(count));
      }
      bool is_passage = false;
      if (!is_plain_) {
        gap.cost +=
            kFragmentCost * some(of(SheetPart::Fragment)) + 0.1F * some(of(SheetPart::Dash));
        if (to != sheet_.size()) gap.cost += kFragmentCost * some(of(SheetPart::Result));
        const std::uint32_t brackets = of(SheetPart::LooseOpen) + of(SheetPart::LooseClose);
        is_passage = brackets == 1 && (begins_open_ || ends_closed_) && gap.moves + gap.words > 0;
        gap.is_open = begins_open_ && !ends_closed_;
        if (!is_passage) gap.cost += kBracketCost * some(std::min(brackets, 2U));
      }
      if (is_passage || (gap.moves > 0 && gap.copies == gap.moves)) {
        gap.cost += kPassageCost + 0.02F * some(gap.moves);
      } else if (gap.moves > 0) {
        // A move with the expected number is not skipped as text, even if it is illegal. The same
        // holds for a move with the next number, if one move is missing.
        const std::int64_t due = from_->ply + from_->ahead;
        const std::int64_t claim =
            gap.first_number == kNoToken ? -1 : sheet_.claim_of(gap.first_number);
        // Without numbers, there is no evidence that the line continues after several moves.
        const bool is_unmarked = gap.moves > 1 && own_number == kNoToken && gap.number == kNoToken;
        const bool is_due = gap.words == 0 && (claim == due || claim == due + 1 || is_unmarked);
        if (is_due) gap.cost += 2 * kThreshold;
        const bool resumes = own_number != kNoToken && sheet_.tokens[own_number].dots >= 2;
        // In a variation without parentheses, the numbers go back and then continue.
        const bool is_variation = gap.words == 0 && claim + 1 == due && own_number != kNoToken &&
                                  sheet_.claim_of(own_number) == due;
        const float aside = resumes ? kResumedCost : kAsideCost;
        gap.cost += gap.words > 0 ? kPassageCost + 0.15F * some(gap.moves)
                    : is_variation
                        ? habitual(aside, sheet_.backs) + kVariationCost * some(gap.moves)
                        : aside + 0.1F * some(gap.moves);
      }
      return gap;
    }

    const Search& search_;
    const Sheet& sheet_;
    const ReadingPlace* from_ = nullptr;
    std::uint32_t at_ = 0;
    std::uint32_t pending_ = kNoToken;  // a number that may be that of the next move
    Gap gap_;
    std::array<std::uint32_t, 12> count_{};
    bool begins_open_ = false;
    bool ends_closed_ = false;
    bool is_empty_ = true;
    bool is_plain_ = true;  // nothing but moves and numbers is counted
  };

  std::size_t length_to(std::int32_t node) const {
    std::size_t length = 0;
    for (; node >= 0; node = nodes_[node].parent) ++length;
    return length;
  }
  std::vector<SheetMove> path_to(std::int32_t node) const {
    std::vector<SheetMove> path(length_to(node));
    for (auto at = path.rbegin(); at != path.rend(); ++at) {
      *at = nodes_[node];
      node = at->parent;
    }
    return path;
  }

  // Returns the cheapest complete reading. It ends at the first difference from another reading
  // that is almost as cheap.
  std::vector<SheetMove> best_path() {
    std::ranges::stable_sort(ends_, {}, &ReadingPlace::cost);
    std::vector<std::pair<float, std::int32_t>> finished;
    float least = std::numeric_limits<float>::max();
    for (const ReadingPlace& end : ends_) {
      if (end.cost > least + kMargin) break;
      const float cost = end.cost + cost_of_end(end);
      least = std::min(least, cost);
      finished.emplace_back(cost, end.node);
    }
    std::ranges::stable_sort(finished, {}, &std::pair<float, std::int32_t>::first);
    std::vector<SheetMove> best = path_to(finished.front().second);
    for (const auto& [cost, node] : finished) {
      if (cost > least + kMargin) break;
      best.resize(std::min(best.size(), equal_moves(best, node)));
    }
    while (!best.empty() && !is_whole(sheet_.items[best.back().item])) best.pop_back();
    return best;
  }

  // Returns the number of leading moves that a path has in common with the path to a node.
  std::size_t equal_moves(const std::vector<SheetMove>& path, std::int32_t node) const {
    std::size_t equal = path.size();
    for (std::size_t at = length_to(node); at-- > 0; node = nodes_[node].parent) {
      if (at >= path.size()) continue;
      if (path[at].parent == nodes_[node].parent && path[at].item == nodes_[node].item &&
          path[at].move == nodes_[node].move)
        break;
      if (path[at].move != nodes_[node].move) equal = at;
    }
    return equal;
  }

  // Returns the reading at `place`, which continues the earlier `reading`.
  Reading reading_at(const ReadingPlace& place, Reading reading) const {
    const std::vector<SheetMove> path = path_to(place.node);
    const auto plies = static_cast<std::size_t>(place.ply - reading.ply);
    for (const SheetMove& played : std::span(path).last(plies)) {
      played.move ? reading.position.play(*played.move) : reading.position.pass();
    }
    static_cast<ReadingPlace&>(reading) = place;
    return reading;
  }

  // Checks whether the item is the last move of its word.
  static bool is_whole(const SheetItem& item) { return item.part + 1 == item.parts; }

  // Plays the next move if it is faultless. Glued words do not count as faults in a game that has
  // many of them.
  bool step() {
    const std::size_t due = now_.node < 0 ? 0 : nodes_[now_.node].item + 1;
    if (due < sheet_.items.size() && is_plain(sheet_.items[due]) && play_plain(sheet_.items[due]))
      return true;
    const bool has_glued = habitual(kGluedCost, sheet_.glued) < kSmallCost;
    std::uint32_t token = kNoToken;
    for (auto next = first_item(now_.place, now_.node); next != sheet_.items.end(); ++next) {
      const bool is_plain = next->fault == SheetFault::None;
      if (!is_plain && !(has_glued && next->fault == SheetFault::Glued)) continue;
      if (token != kNoToken && next->first != token) return false;
      if (token == kNoToken && !is_next_token(*next)) return false;
      token = next->first;
      if (is_next_part(now_, *next) && (next->word == kNoToken ? play_plain(*next) : play(*next)))
        return true;
    }
    return false;
  }
  // Checks quickly for a move in SAN with nothing but its number before it.
  bool is_plain(const SheetItem& item) const {
    const bool is_next =
        item.first == now_.next || (item.first == now_.next + 1 && item.number == now_.next);
    return is_next && item.word == kNoToken && item.fault == SheetFault::None &&
           is_next_part(now_, item);
  }
  // Checks whether only remarks, complete variations and the item's number precede the item.
  bool is_next_token(const SheetItem& item) const {
    for (std::uint32_t at = now_.next; at < item.first; ++at) {
      if (sheet_.parts[at] == SheetPart::Open) at = sheet_.match[at];
      const bool is_passed =
          sheet_.parts[at] == SheetPart::Remark || at == item.number || sheet_.is_inside(at);
      if (!is_passed) return false;
    }
    return true;
  }
  bool play(const SheetItem& item) {
    next_.clear();
    null_cost_ = 0;
    add(now_, {.cost = now_.cost, .item = index_of(item)});
    if (next_.size() != 1 || next_.front().cost > now_.cost) return false;
    now_ = next_.front();
    return true;
  }
  // A fast path of play() for SAN, without copies.
  bool play_plain(const SheetItem& item) {
    if (is_only_quoted(now_, item)) return false;
    std::int64_t ahead = now_.ahead;
    if (item.number != kNoToken && !is_due(item.number)) {
      ReadingPlace to = now_;
      bool changes_number = false;
      if (follow_number(item.number, to, changes_number) != 0.0F) return false;
      ahead = to.ahead;
    }
    const auto move = play_legal(item.san, now_.position);
    if (!move) return false;
    now_.ahead = ahead;
    now_.is_ahead_known |= item.number != kNoToken;
    now_.place = item.place_after;
    now_.next = item.last + 1;
    ++now_.ply;
    ++now_.calm;
    const std::int32_t parent = std::exchange(now_.node, static_cast<std::int32_t>(nodes_.size()));
    nodes_.push_back({.parent = parent, .item = index_of(item), .move = move, .fault = item.fault});
    is_sound_ &= item.fault == SheetFault::None;
    return true;
  }
  // Checks for the number of the next move, with the dots of its player.
  bool is_due(std::uint32_t number) const {
    const bool is_of_player = sheet_.tokens[number].dots >= 1 + (now_.ply & 1);
    return is_of_player && now_.is_ahead_known && sheet_.claim_of(number) == now_.ply + now_.ahead;
  }
  using Items = std::vector<SheetItem>;
  // Returns the first item at or after a place. If the item `last` is given, `place` is its
  // place_after.
  Items::const_iterator first_item(std::uint64_t place, std::int32_t last = -1) const {
    auto from = sheet_.items.begin();
    if (last >= 0) {
      from += nodes_[last].item;
      for (int tried = 0; tried < 8; ++tried, ++from) {
        if (from == sheet_.items.end() || from->place >= place) return from;
      }
    }
    return std::ranges::lower_bound(from, sheet_.items.end(), place, {}, &SheetItem::place);
  }
  std::uint32_t index_of(const SheetItem& item) const {
    return static_cast<std::uint32_t>(&item - sheet_.items.data());
  }

  // Searches from a reading, with additional costs of up to `most`. Returns true if one reading is
  // clearly the best and has no fault at its end; this reading then becomes the current one.
  // Otherwise `ends_` contains the complete readings.
  bool search(const Reading& from, float most) {
    ends_.clear();
    beam_.reserve(kBeam);
    next_.reserve(2 * kBeam);
    null_cost_ = kNullCost;
    const std::uint64_t fault = now_.place;
    beam_.assign(1, from);
    beam_.front().calm = 0;
    const std::size_t most_nodes =
        nodes_.size() + 8 * (moves_at_start_ + sheet_.items.size()) + 2000;
    // The lowest cost at the fault, or of a reading that has continued after it.
    float least = from.cost;
    while (!beam_.empty() && nodes_.size() < most_nodes) {
      if (beam_.front().cost > least + most) break;
      extend(most, beam_.front().place > fault ? beam_.front().calm : 0);
      if (beam_.empty()) break;
      if (most > kNear && beam_.front().calm > kProgressPlies)
        least = std::max(least, beam_.front().cost);
      const bool is_alone = beam_.size() == 1;
      if (beam_.front().calm < (is_alone && most <= kNear ? kCalmPlies / 2 : kCalmPlies)) continue;
      if (!ends_word(beam_.front()) || beam_.front().place <= fault) continue;
      if (is_alone || beam_[1].cost >= beam_[0].cost + 2 * kMargin) {
        now_ = beam_.front();
        return beam_.front().cost <= least + most;
      }
    }
    for (const Reading& reading : beam_) finish(reading);
    return false;
  }

  // Extends the readings of the beam by a half-move. The longer the best one has been faultless,
  // the stricter the pruning.
  void extend(float most, int calm) {
    candidates_.clear();
    const float best = beam_.front().cost;
    const float threshold = std::max(2 * kMargin, kThreshold - 0.3F * static_cast<float>(calm));
    for (std::uint32_t i = 0; i < beam_.size(); ++i) {
      finish(beam_[i]);
      // Slips are tried only in readings that are almost as cheap as the best one.
      expand(i, most > kNear && beam_[i].cost <= best + kMargin, best + threshold);
    }
    next_.clear();
    float least = std::numeric_limits<float>::max();
    for (const std::uint32_t at : by_cost(candidates_)) {
      const Candidate& candidate = candidates_[at];
      if (candidate.cost > least + threshold || next_.size() >= 2 * kBeam) break;
      const std::size_t count = next_.size();
      add(beam_[candidate.reading], candidate);
      for (std::size_t i = count; i < next_.size(); ++i) least = std::min(least, next_[i].cost);
    }
    beam_.clear();
    for (const std::uint32_t at : by_cost(next_)) {
      const Reading& reading = next_[at];
      if (beam_.size() == kBeam || reading.cost > least + threshold) break;
      const bool is_known = std::ranges::any_of(beam_, [&](const Reading& better) {
        return better.place == reading.place && better.position == reading.position;
      });
      if (!is_known) beam_.push_back(reading);
    }
  }

  // Returns the indices of the readings or candidates, the cheapest first.
  template <class Priced>
  const std::vector<std::uint32_t>& by_cost(const std::vector<Priced>& priced) {
    order_.clear();
    for (std::uint32_t i = 0; i < priced.size(); ++i) {
      order_.push_back(i);
      for (std::size_t at = i; at > 0 && priced[order_[at - 1]].cost > priced[i].cost; --at)
        std::swap(order_[at], order_[at - 1]);
    }
    return order_;
  }

  // Returns the counts of tokens after the last move. If many moves remain, the tokens are not
  // examined.
  Gap rest_after(const ReadingPlace& reading) {
    const std::uint32_t moves = sheet_.moves_from[reading.next];
    if (moves <= kLookedAtMoves) {
      passage_.start(reading);
      return passage_.before(sheet_.size(), kNoToken);
    }
    Gap rest{.moves = moves, .cost = kCutCost};
    std::uint32_t at = reading.next;
    while (sheet_.parts[at] == SheetPart::Remark) ++at;
    if (sheet_.parts[at] == SheetPart::Number && sheet_.tokens[at].dots > 0) rest.first_number = at;
    return rest;
  }

  // Records that the reading may be complete.
  void finish(const Reading& reading) {
    if (ends_word(reading)) ends_.push_back(reading);
  }
  bool ends_word(const ReadingPlace& reading) const {
    return reading.node < 0 || is_whole(sheet_.items[nodes_[reading.node].item]);
  }
  float cost_of_end(const ReadingPlace& reading) {
    const Gap rest = rest_after(reading);
    const bool is_cut = rest.moves > rest.words && rest.copies < rest.moves;
    if (!is_cut) return rest.cost;
    const float cost = kCutCost + kCutMoveCost * static_cast<float>(rest.moves);
    if (next_row(reading).follows_gap) return std::min(kMissingCost, cost - kMargin);
    if (rest.first_number == kNoToken) return cost;
    const std::int64_t missing = sheet_.claim_of(rest.first_number) - (reading.ply + reading.ahead);
    if (missing <= 0) return cost;
    // A misprint can explain the number only if the number belongs to the same player and the move
    // is legal.
    const bool may_be_misprint = missing % 2 == 0 && is_legal_after(reading, rest.first_number);
    return may_be_misprint ? kMissingCost : std::min(kMissingCost, cost - kMargin);
  }

  // Checks whether the move with this number is legal after a reading.
  bool is_legal_after(const ReadingPlace& reading, std::uint32_t number) {
    Position position = first_;
    for (const SheetMove& played : path_to(reading.node)) {
      played.move ? position.play(*played.move) : position.pass();
    }
    return std::ranges::any_of(sheet_.items_at(sheet_.claim_of(number)), [&](const auto& numbered) {
      const SheetItem& item = sheet_.items[numbered.second];
      return item.number == number &&
             read_legal_move(sheet_.text_of(item), position, sheet_.letters());
    });
  }

  Sheet::NextRow next_row(const ReadingPlace& reading) const {
    return sheet_.next_row(reading.next, reading.ply + reading.ahead);
  }

  // Adds the continuations of a reading, up to the cost `limit`.
  void expand(std::uint32_t index, bool may_slip, float limit) {
    const Reading& from = beam_[index];
    std::size_t tried = 0;
    std::uint64_t reached = from.place;
    passage_.start(from);
    // No move is moved over a right number.
    const std::uint32_t end = next_row(from).number;
    for (auto item = first_item(from.place, from.node);
         item != sheet_.items.end() && tried < kMaxSuccessors; ++item) {
      if (is_used(from, *item)) continue;
      if (item->first > end) break;
      const Gap before =
          item->first < from.next ? Gap() : passage_.before(item->first, item->number);
      if (from.cost + before.cost > limit) break;
      ++tried;
      reached = item->place + 1;
      if (!is_next_part(from, *item)) continue;
      candidates_.push_back({.cost = from.cost + before.cost + cost_of_number(from, *item, before),
                             .reading = index,
                             .item = index_of(*item),
                             .may_slip = tried == 1 && may_slip});
    }
    // After repeated rows, a move of Black may follow a copy of the last move, and its number.
    for (const auto& [claim, number] : sheet_.items_at(from.ply + from.ahead - 1)) {
      const std::uint32_t next = number + 1;
      if (next == sheet_.items.size() || !is_later_copy(from, sheet_.items[number])) continue;
      const SheetItem& item = sheet_.items[next];
      if (item.place < reached || item.number != kNoToken) continue;
      passage_.start(from);
      const float cost = passage_.before(item.first, kNoToken).cost;
      candidates_.push_back({.cost = from.cost + cost, .reading = index, .item = next});
    }
    const auto due = sheet_.items_at(from.ply + from.ahead);
    for (const auto& [claim, number] : due) {
      const SheetItem& item = sheet_.items[number];
      if (item.place >= from.place && item.place < reached) continue;
      if (is_used(from, item) || !is_next_part(from, item)) continue;
      const bool is_back = item.place < from.place;
      if (!is_back) passage_.start(from);
      const float cost =
          is_back ? (due.size() == 1 ? kExchangeCost : kBackCost)
                  : std::min(passage_.before(item.first, item.number).cost, kThreshold - 1);
      candidates_.push_back({.cost = from.cost + cost, .reading = index, .item = number});
    }
  }

  // Checks whether the moves of a glued word are read completely and in order.
  bool is_next_part(const ReadingPlace& from, const SheetItem& item) const {
    if (from.node < 0) return item.part == 0;
    const SheetItem& last = sheet_.items[nodes_[from.node].item];
    return is_whole(last) ? item.part == 0 : item.first == last.first && item.part == last.part + 1;
  }

  // Returns the cost of a move without a number if the skipped moves before it have numbers.
  float cost_of_number(const ReadingPlace& from, const SheetItem& item, const Gap& before) const {
    if (item.number != kNoToken) return 0;
    if (before.is_open) return kAsideCost;
    if (before.number == kNoToken) return 0;
    const std::int64_t claim = sheet_.claim_of(before.number) + before.moves_after;
    return claim == from.ply + from.ahead ? 0 : kNumberCost;
  }

  bool is_used(const ReadingPlace& reading, const SheetItem& item) const {
    return (item.place < reading.place || reading.has_moved_back) && is_used(reading, item.first);
  }
  bool is_used(const ReadingPlace& reading, std::uint32_t token) const {
    std::int32_t node = reading.node;
    for (std::size_t count = 0; node >= 0 && count < kMaxRecentPlies; ++count) {
      const SheetItem& item = sheet_.items[nodes_[node].item];
      if (item.first <= token && token <= item.last) return true;
      node = nodes_[node].parent;
    }
    // Older moves are not examined: all tokens before the last examined item count as read.
    return node >= 0 && token < sheet_.items[nodes_[node].item].first;
  }

  bool is_later_copy(const ReadingPlace& reading, const SheetItem& item) const {
    return reading.node >= 0 && item.place >= reading.place &&
           item.key == sheet_.items[nodes_[reading.node].item].key;
  }
  bool is_copy(const ReadingPlace& reading, std::uint32_t token) const {
    const std::uint64_t key = sheet_.key_of(sheet_.tokens[token]);
    std::int32_t node = reading.node;
    std::size_t count = 0;
    for (; node >= 0 && count < kMaxRecentPlies; ++count) {
      if (sheet_.items[nodes_[node].item].key == key) return true;
      node = nodes_[node].parent;
    }
    for (std::size_t at = sheet_.start().size(); at > 0 && count < kMaxRecentPlies; --at) {
      const Token& played = sheet_.start()[at - 1];
      if (played.kind != TokenKind::Move) continue;
      if (sheet_.key_of(played) == key) return true;
      ++count;
    }
    return false;
  }

  // Returns the cost of one of `chances` faults. If there are many, they are a habit of the writer,
  // and each costs less.
  static float habitual(float cost, std::size_t chances) {
    constexpr float kMostOfAll = 4.0F;
    return std::min(cost, kMostOfAll / static_cast<float>(std::max<std::size_t>(chances, 1)));
  }

  // Adds the readings that continue with the item to `next_`.
  void add(const Reading& from, const Candidate& candidate) {
    const SheetItem& item = sheet_.items[candidate.item];
    if (is_only_quoted(from, item)) return;
    ReadingPlace to = from;
    float cost = candidate.cost;
    bool changes_number = false;
    if (item.number != kNoToken) {
      const auto number_cost = follow_number(item.number, to, changes_number);
      if (!number_cost || (changes_number && cost > from.cost)) return;
      cost += *number_cost;
    }
    if (item.fault == SheetFault::Torn) cost += habitual(kTornCost, sheet_.torn);
    if (item.fault == SheetFault::Glued && item.part == 0)
      cost += habitual(kGluedCost, sheet_.glued);
    if (item.place < from.place) to.has_moved_back = true;
    to.place = item.place_after;
    to.next = item.last + 1;
    to.ply = from.ply + 1;
    meanings_.clear();
    add_meanings(item, from.position, candidate.may_slip);
    for (const Meaning& meaning : meanings_) {
      Reading& reading = next_.emplace_back(from);
      static_cast<ReadingPlace&>(reading) = to;
      reading.cost = cost + meaning.cost;
      const float added = reading.cost - from.cost;
      reading.calm = added < 0 || added > kSmallCost ? 0 : from.calm + 1;
      meaning.move ? reading.position.play(*meaning.move) : reading.position.pass();
      reading.node = static_cast<std::int32_t>(nodes_.size());
      nodes_.push_back({.parent = from.node,
                        .item = candidate.item,
                        .move = meaning.move,
                        .fault = meaning.fault == SheetFault::None ? item.fault : meaning.fault,
                        .changes_number = changes_number});
    }
  }

  // Checks for a move in a damaged comment. Without a suitable number, there is no evidence that
  // the comment has ended.
  bool is_only_quoted(const ReadingPlace& from, const SheetItem& item) const {
    const std::uint32_t comment = sheet_.comment[item.first];
    if (comment == kNoToken) return false;
    if (item.number != kNoToken) return from.node < 0 || sheet_.claim_of(item.number) < from.ply;
    return from.next == 0 || sheet_.comment[from.next - 1] != comment;
  }

  // Compares the number of the next move with earlier numbers. Returns the cost; nothing if the
  // number belongs to the other player.
  std::optional<float> follow_number(std::uint32_t number, ReadingPlace& reading,
                                     bool& changes_number) const {
    const Token& token = sheet_.tokens[number];
    std::int64_t ahead = sheet_.claim_of(number) - reading.ply;
    const bool is_due = ahead == reading.ahead || ahead + 1 == reading.ahead;
    if (token.dots == 0 && sheet_.numbers_have_dots && !is_due) return kLooseNumberCost;
    float cost = 0;
    const bool is_black = (reading.ply & 1) != 0;
    if (token.dots < 2 && is_black) {
      const bool is_ahead = ahead + 1 == reading.ahead || !reading.is_ahead_known;
      if (!is_ahead) return std::nullopt;
      ++ahead;
      if (!sheet_.numbers_each_move) cost += kSideCost;
    }
    if (((ahead - reading.ahead) & 1) != 0) return std::nullopt;
    if (!std::exchange(reading.is_ahead_known, true)) reading.ahead = ahead;
    if (ahead != reading.ahead) {
      cost += ahead == 0 ? kNumberBackCost : kNumberCost;
      changes_number = ahead != 0;
      reading.ahead = ahead;
    }
    return cost;
  }

  void add_meanings(const SheetItem& item, const Position& position, bool may_slip) {
    if (item.word == kNoToken) {
      const SanResolution resolution = resolve(item.san, position);
      const bool is_spurious = resolution.deviations.has(SanDeviation::CaptureSpurious);
      if (resolution.status == SanStatus::Legal)
        meanings_.push_back({.move = resolution.move, .cost = is_spurious ? kSpuriousCost : 0.0F});
    } else {
      if (item.fault != SheetFault::Misread) add_named(sheet_.words[item.word], position);
      // The word "castles" alone means the long side only if short castling is illegal.
      const bool is_castles = item.fault == SheetFault::Torn && item.first == item.last;
      if (meanings_.empty() && is_castles) add_named("O-O-O", position);
      if (meanings_.empty()) add_look_alike(item, position);
    }
    if (meanings_.empty() && may_slip && item.fault == SheetFault::None) {
      add_allowed(item, position);
      add_slips(item, position);
    }
  }
  // Adds the moves of an ambiguous word, and castling written as a move of the king.
  void add_allowed(const SheetItem& item, const Position& position) {
    San san = item.san;
    if (item.word != kNoToken) {
      const auto named = named_move(sheet_.words[item.word], position, sheet_.letters());
      if (!named) return;
      san = named->loose.san;
    }
    if (san.kind() != San::Kind::Piece || san.role() == Role::Pawn) return;
    for (const Move move : legal_moves(position)) {
      const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
      const bool is_castled = move.kind() == MoveKind::Castling &&
                              san.to() == castled_king_square(position.turn(), side);
      const bool is_allowed = position.board().at(move.from())->role() == san.role() &&
                              (san.to() == move.to() || is_castled) &&
                              san.origin_mask().contains(move.from());
      if (is_allowed) meanings_.push_back({move, kAllowedCost, SheetFault::Misread});
    }
  }
  void add_named(std::string_view word, const Position& position) {
    const auto named = named_move(word, position, sheet_.letters());
    if (!named) return;
    if (named->is_null()) {
      if (!position.is_check()) meanings_.push_back({.move = {}, .cost = null_cost_});
      return;
    }
    if (!named->is_legal()) return;
    const Move move = named->move();
    const auto& other = named->loose.other_reading;
    const bool has_two = named->loose.spelling.has(SpellingDeviation::CapitalFile) && other;
    const SanResolution second = has_two ? resolve(*other, position) : SanResolution();
    const SanResolution first = has_two ? resolve(named->loose.san, position) : SanResolution();
    if (first.status == SanStatus::Legal && second.status == SanStatus::Legal &&
        first.move != second.move) {
      meanings_.push_back({first.move, 0.5F, SheetFault::Misread});
      meanings_.push_back({second.move, 0.5F, SheetFault::Misread});
    } else {
      meanings_.push_back({.move = move});
    }
  }
  void add_look_alike(const SheetItem& item, const Position& position) {
    const auto loose = sheet_.look_alike(item);
    const SanResolution meant = loose ? resolve(*loose, position).resolution : SanResolution();
    if (!loose || meant.status != SanStatus::Legal) return;
    const float cost = habitual(kLookAlikeCost, sheet_.look_alikes);
    meanings_.push_back({meant.move, cost, SheetFault::Misread});
  }
  // Adds the legal moves that differ from the written move in one character.
  void add_slips(const SheetItem& item, const Position& position) {
    std::string_view written =
        item.word == kNoToken ? sheet_.text_of(item) : std::string_view(sheet_.words[item.word]);
    written = written.substr(0, written.find_last_not_of("+#") + 1);
    if (written.size() < 2 || written.size() > kMaxTornLength) return;
    if (written.size() == 2 && std::ranges::none_of(written, is_digit)) return;  // "be"
    std::uint32_t characters = 0;  // one bit for each file and rank in the word
    for (const char c : written) characters |= bit_of(c);
    static const Position kWithoutCheck;  // ensures that san_text_of() adds no check sign
    for (const Move move : legal_moves(position)) {
      if (!may_be_slip(written[0], characters, move, position)) continue;
      const SanText san = san_text_of(move, position, kWithoutCheck);
      const std::string in_letters =
          sheet_.is_english() ? std::string() : translated(san.view(), sheet_.letters());
      const std::string_view meant = sheet_.is_english() ? san.view() : in_letters;
      if (!may_be_misreading(written, meant)) continue;
      const int slip = misreading(written, meant);
      if (slip > kOtherSlip) continue;
      meanings_.push_back(
          {move, kMisreadCost + 0.1F * static_cast<float>(slip), SheetFault::Misread});
    }
  }
  static std::uint32_t bit_of(char c) {
    return c >= 'a' && c <= 'h' ? 1U << (c - 'a') : c >= '1' && c <= '8' ? 256U << (c - '1') : 0;
  }
  // Checks quickly whether the word contains at least two of the move's piece, file and rank.
  static bool may_be_slip(char first, std::uint32_t characters, Move move,
                          const Position& position) {
    if (move.kind() == MoveKind::Castling) return true;
    const Role role = position.board().at(move.from())->role();
    const std::uint32_t file = characters >> static_cast<int>(file_of(move.to())) & 1;
    const std::uint32_t rank = characters >> (8 + static_cast<int>(rank_of(move.to()))) & 1;
    return file + rank + (role == Role::Pawn || !is_small(first) ? 1 : 0) >= 2;
  }
  // Checks quickly whether the lengths of the words are equal, or differ by one extra character.
  static bool may_be_misreading(std::string_view written, std::string_view meant) {
    if (written.size() == meant.size()) return true;
    const auto start = std::ranges::mismatch(written, meant).in1 - written.begin();
    const auto end = std::mismatch(written.rbegin(), written.rend(), meant.rbegin(), meant.rend());
    const auto [shorter, longer] = std::minmax({written.size(), meant.size()});
    const std::size_t same = static_cast<std::size_t>(start + (end.first - written.rbegin()));
    return shorter + 1 == longer && same >= shorter;
  }

  const Sheet& sheet_;
  const Position& first_;
  float null_cost_ = 0;  // increased during a search, because null moves do not explain faults
  bool is_sound_;
  std::size_t moves_at_start_ = 0;
  Reading now_;
  std::vector<SheetMove> nodes_;
  std::vector<ReadingPlace> ends_;  // readings that may be complete
  std::vector<Reading> beam_;
  std::vector<Reading> next_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> order_;
  std::vector<Meaning> meanings_;
  Passage passage_;
};

}  // namespace

std::optional<Move> play_legal(San san, Position& position) {
  return position.turn() == Color::White ? play_legal_of<Color::White>(san, position)
                                         : play_legal_of<Color::Black>(san, position);
}

std::optional<std::vector<SheetMove>> best_reading(const Sheet& sheet, const Position& first) {
  return Search(sheet, first).run();
}

}  // namespace arbiter
