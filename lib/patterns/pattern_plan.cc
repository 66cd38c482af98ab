#include "lib/patterns/pattern_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

namespace arbiter {
namespace {

// The maximum number of bitmaps for one claim. More bitmaps would be expensive and exclude few
// games.
constexpr int kMaxBitmaps = 64;
// The maximum number of variants of a shifted pattern.
constexpr std::size_t kMaxVariants = 64;

GameNeeds stood(Men men, Bitboard squares) {
  const int bitmaps = std::popcount(men) * squares.count();
  if ((men & kNobody) != 0 || bitmaps > kMaxBitmaps) return {};
  return {.kind = GameNeeds::Kind::Stood, .men = men, .squares = squares};
}

GameNeeds all_needs(std::vector<GameNeeds> parts) {
  std::erase_if(parts, [](const GameNeeds& part) { return part.is_empty(); });
  if (parts.empty()) return {};
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = GameNeeds::Kind::All, .parts = std::move(parts)};
}

GameNeeds any_needs(std::vector<GameNeeds> parts) {
  if (parts.size() > kMaxVariants) return {};
  for (const GameNeeds& part : parts) {
    if (part.is_empty()) return {};
  }
  if (parts.size() == 1) return std::move(parts.front());
  const bool are_sufficient = std::ranges::all_of(parts, &GameNeeds::are_sufficient);
  return {
      .kind = GameNeeds::Kind::Any, .parts = std::move(parts), .are_sufficient = are_sufficient};
}

std::vector<Role> roles_of(Men men, Color color) {
  std::vector<Role> roles;
  for (int role = 0; role <= index_of(Role::King); ++role) {
    const Piece piece(color, static_cast<Role>(role));
    if (contains(men, piece.code())) roles.push_back(piece.role());
  }
  return roles;
}

// Returns the tactic in which a piece of `side` with the trait attacks `target`; 0 if there is
// none, nothing if it is not indexed.
std::optional<Tactics> tactic_of(Trait::Kind kind, Color side, Role piece, Role target) {
  const bool is_slider = Role::Bishop <= piece && piece <= Role::Queen;
  const bool is_royal = target >= Role::Queen;
  switch (kind) {
    case Trait::Kind::Forks:
      if (piece > Role::Bishop || target < Role::Rook) return std::nullopt;
      return fork_by(side, piece);
    case Trait::Kind::Skewers:
    case Trait::Kind::XRays:
      if (!is_slider) return 0;
      if (!is_royal) return std::nullopt;
      return kind == Trait::Kind::XRays ? xray_by(side, piece, target)
                                        : skewer_by(side, piece, target);
    case Trait::Kind::Pinned:
      if (piece == Role::King && target == Role::King) return 0;
      if (!is_royal || piece == Role::King) return std::nullopt;
      return pin_by(other(side), piece, target);
    default:
      return std::nullopt;
  }
}

GameNeeds needs_of_trait(const PiecesStand& standing, const Trait& trait) {
  const bool is_pin = trait.kind == Trait::Kind::Pinned;
  const bool is_fork = trait.kind == Trait::Kind::Forks;
  const bool is_indexed =
      is_pin || is_fork || trait.kind == Trait::Kind::Skewers || trait.kind == Trait::Kind::XRays;
  if (!is_indexed || trait.is_negated || (is_fork && trait.least < 2)) return {};
  GameNeeds needs{.kind = GameNeeds::Kind::HadTactic};
  needs.are_sufficient = standing.traits.size() == 1 && standing.squares == kAllSquares &&
                         trait.others.squares == kAllSquares && !standing.is_followed &&
                         standing.count == CountRange{.least = 1} && (!is_fork || trait.least == 2);
  for (const Color side : {Color::White, Color::Black}) {
    const std::vector<Role> pieces = roles_of(standing.men, side);
    std::vector<Role> targets = roles_of(trait.others.men, is_pin ? side : other(side));
    if (is_pin && trait.others.men == 0) targets = {Role::King};
    // If a third kind of piece can be forked, the index cannot show that the fork attacks two of
    // the targets.
    if (is_fork && !pieces.empty() && targets.size() < 3) needs.are_sufficient = false;
    for (const Role piece : pieces) {
      for (const Role target : targets) {
        const auto tactic = tactic_of(trait.kind, side, piece, target);
        if (!tactic) return {};
        needs.tactics |= *tactic;
      }
    }
  }
  return needs;
}

// A square and its allowed pieces.
struct SquareClaim {
  Men men;
  Square square;
};

std::vector<SquareClaim> squares_of(const PawnStructure& pawns) {
  std::vector<SquareClaim> squares;
  for (const Color color : {Color::White, Color::Black}) {
    for (const Square square : color == Color::White ? pawns.white : pawns.black) {
      squares.push_back({men_of(Piece(color, Role::Pawn)), square});
    }
  }
  return squares;
}

std::vector<SquareClaim> squares_of(const BoardHolds& board) {
  std::vector<SquareClaim> squares;
  for (const Square square : kAllSquares) {
    const Men men = board.men[static_cast<std::size_t>(square)];
    if (men != kAnything) squares.push_back({men, square});
  }
  return squares;
}

std::vector<SquareClaim> squares_of(const Reached& reached) {
  std::vector<SquareClaim> squares;
  for (const Square square : reached.board.occupied()) {
    squares.push_back({men_of(*reached.board.at(square)), square});
  }
  return squares;
}

GameNeeds needs_of_each(const std::vector<SquareClaim>& squares) {
  std::vector<GameNeeds> parts;
  for (const SquareClaim& one : squares) parts.push_back(stood(one.men, one.square));
  return all_needs(std::move(parts));
}

// Returns the needs of castling by one of `movers`, as squares after the move.
GameNeeds needs_of_castling(const MovePlayed& move) {
  std::vector<GameNeeds> ways;
  for (const Color color : {Color::White, Color::Black}) {
    const Piece king(color, Role::King);
    if (!contains(move.movers, king.code())) continue;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      const auto other_side = side == CastlingSide::King ? MovePlayed::Castling::QueenSide
                                                         : MovePlayed::Castling::KingSide;
      if (move.castling == other_side) continue;
      ways.push_back(
          all_needs({stood(men_of(king), castled_king_square(color, side)),
                     stood(men_of(Piece(color, Role::Rook)), castled_rook_square(color, side))}));
    }
  }
  return any_needs(std::move(ways));
}

// Returns the needs of a capture en passant: the square that it reaches, and the pawn behind it.
GameNeeds needs_of_en_passant(const MovePlayed& move) {
  std::vector<GameNeeds> ways;
  for (const Color color : {Color::White, Color::Black}) {
    const Piece pawn(color, Role::Pawn);
    if (!contains(move.movers, pawn.code())) continue;
    for (const Square to : move.to& Bitboard(relative_rank(color, Rank::Six))) {
      ways.push_back(all_needs({stood(men_of(pawn), to),
                                stood(men_of(Piece(other(color), Role::Pawn)), backward(color, to)),
                                stood(men_of(pawn), pawn_attacks(other(color), to))}));
    }
  }
  return any_needs(std::move(ways));
}

// Returns the needs of a promotion to one of the claimed pieces.
GameNeeds needs_of_promotion(const MovePlayed& move) {
  GameNeeds needs{.kind = GameNeeds::Kind::Promoted};
  for (const Color color : {Color::White, Color::Black}) {
    if (!contains(move.movers, Piece(color, Role::Pawn).code())) continue;
    for (int role = index_of(Role::Knight); role <= index_of(Role::Queen); ++role) {
      if ((move.promotions >> role & 1) == 0) continue;
      needs.men |= men_of(Piece(color, static_cast<Role>(role)));
    }
  }
  return needs;
}

struct ClaimNeeds {
  GameNeeds operator()(const PiecesStand& standing) const {
    if (standing.count.least < 1) return {};
    std::vector<GameNeeds> parts;
    for (const Trait& trait : standing.traits) parts.push_back(needs_of_trait(standing, trait));
    const bool has_tactics = !std::ranges::all_of(parts, &GameNeeds::is_empty);
    if (!has_tactics || standing.squares != kAllSquares) {
      parts.push_back(stood(standing.men, standing.squares));
    }
    return all_needs(std::move(parts));
  }
  GameNeeds operator()(const PawnStructure& pawns) const {
    return needs_of_each(squares_of(pawns));
  }
  GameNeeds operator()(const BoardHolds& board) const { return needs_of_each(squares_of(board)); }
  GameNeeds operator()(const Reached& reached) const { return needs_of_each(squares_of(reached)); }
  GameNeeds operator()(const MaterialIs& claim) const {
    return {.kind = GameNeeds::Kind::Material, .material = claim.material};
  }
  GameNeeds operator()(const MovePlayed& move) const {
    if (move.castling != MovePlayed::Castling::No) return needs_of_castling(move);
    if (move.promotions != 0) return needs_of_promotion(move);
    if (move.is_en_passant) return needs_of_en_passant(move);
    // No pawn is ever on its last rank.
    constexpr Bitboard kLastRanks = Bitboard(Rank::One) | Bitboard(Rank::Eight);
    const bool may_promote = (move.movers & kPawns) != 0 && (move.to & kLastRanks).any();
    return all_needs(
        {stood(move.movers, move.from), may_promote ? GameNeeds() : stood(move.movers, move.to)});
  }
  GameNeeds operator()(const Feature& feature) const {
    if (feature == Feature::Checkmate) return {.kind = GameNeeds::Kind::Mated};
    if (feature == Feature::Stalemate) return {.kind = GameNeeds::Kind::Stalemated};
    if (feature == Feature::DoubleCheck || feature == Feature::DiscoveredCheck) {
      return {.kind = GameNeeds::Kind::HadTactic,
              .tactics = feature == Feature::DoubleCheck ? kDoubleCheck : kDiscoveredCheck,
              .are_sufficient = true};
    }
    if (feature == Feature::OppositeBishops) {
      static const MaterialPattern one_each =
          *MaterialPattern::parse("KQ{0,}R{0,}BN{0,}P{0,}kq{0,}r{0,}bn{0,}p{0,}");
      return {.kind = GameNeeds::Kind::Material, .material = one_each};
    }
    return {};
  }
  template <class Claim>
  GameNeeds operator()(const Claim&) const {
    return {};
  }
};

constexpr Men kSliders = men_of(Role::Bishop) | men_of(Role::Rook) | men_of(Role::Queen);

Men own_side(Men men) {
  return static_cast<Men>(((men & kWhiteMen) != 0 ? kWhiteMen : 0) |
                          ((men & kBlackMen) != 0 ? kBlackMen : 0));
}
Men enemies_of(Men men) { return own_side(with_colors_swapped(men)); }

// Returns all squares on the files of `squares` and on adjacent files.
Bitboard files_around(Bitboard squares) {
  Bitboard files;
  for (const Square square : squares) {
    const int file = index_of(file_of(square));
    for (int near = std::max(0, file - 1); near <= std::min(7, file + 1); ++near) {
      files |= static_cast<File>(near);
    }
  }
  return files;
}

// Returns the other pieces that the trait depends on, except those between two squares, which the
// evaluation finds.
std::vector<MenSomewhere> others_that_matter(const PiecesStand& standing, const Trait& trait) {
  const Men enemies = enemies_of(standing.men);
  const auto others = [&](Men side) {
    return MenSomewhere{static_cast<Men>(trait.others.men & side), trait.others.squares};
  };
  switch (trait.kind) {
    case Trait::Kind::Isolated:
    case Trait::Kind::Passed:
    case Trait::Kind::Doubled:
    case Trait::Kind::Hittable:
    case Trait::Kind::Connected:
    case Trait::Kind::Backward:
      return {{kPawns, files_around(standing.squares)}};
    case Trait::Kind::Pinned: {
      const Men king = static_cast<Men>(own_side(standing.men) & men_of(Role::King));
      return {trait.others.men == 0 ? MenSomewhere{king} : others(kAllMen),
              {static_cast<Men>(enemies & kSliders)}};
    }
    case Trait::Kind::Skewers:
      return {others(enemies), {static_cast<Men>(enemies & ~kPawns)}};
    case Trait::Kind::Trapped:
      return {{enemies}};
    case Trait::Kind::Protected:
    case Trait::Kind::Protects:
      return {others(own_side(standing.men))};
    case Trait::Kind::Attacks:
      if (trait.is_about_squares()) return {};
      [[fallthrough]];
    default:
      return {others(enemies)};
  }
}

// The cost of evaluating a claim, in ns, and the moments when it must be evaluated again.
struct ClaimPlan {
  int cost = 3;
  Unrest unrest = Unrest::None;
};

ClaimPlan plan_of(const PiecesStand& standing) {
  return {2 + 8 * static_cast<int>(standing.traits.size())};
}

ClaimPlan plan_of(const CountsCompared& counts) {
  return {plan_of(counts.left).cost + plan_of(counts.right).cost};
}

ClaimPlan plan_of(Feature feature) {
  switch (feature) {
    case Feature::OppositeBishops:
      return {2, Unrest::None};
    case Feature::Smothered:
      return {15, Unrest::WhenRead};
    case Feature::AtEnd:
      return {1, Unrest::AtEnd};
    case Feature::Check:
    case Feature::DoubleCheck:
    case Feature::DiscoveredCheck:
    case Feature::Symmetric:
      return {20, Unrest::WhenRead};
    default:
      return {40, Unrest::WhenRead};
  }
}

ClaimPlan plan_of(const ToMove&) { return {10, Unrest::WhenRead}; }
ClaimPlan plan_of(const Attackers&) { return {20, Unrest::WhenRead}; }
ClaimPlan plan_of(const BalanceChange&) { return {8, Unrest::AtChange}; }
ClaimPlan plan_of(const DiscoveredAttack&) { return {20, Unrest::WhenTrue}; }
ClaimPlan plan_of(const BoardHolds&) { return {.cost = 10}; }
ClaimPlan plan_of(const MovePlayed&) { return {.unrest = Unrest::WhenTrue}; }
ClaimPlan plan_of(const Reached&) { return {.unrest = Unrest::WhenTrue}; }
ClaimPlan plan_of(const PlyIs&) { return {.unrest = Unrest::AtPly}; }
template <class Claim>
ClaimPlan plan_of(const Claim&) {
  return {};
}

// Adds the claims about single squares in one part of a shifted pattern. Returns false if the part
// contains other claims.
bool add_squares(const Pattern& pattern, std::vector<SquareClaim>& squares) {
  if (pattern.kind == Pattern::Kind::All) {
    return std::ranges::all_of(pattern.parts,
                               [&](const Pattern& part) { return add_squares(part, squares); });
  }
  if (pattern.kind != Pattern::Kind::Single) return false;
  if (const auto* standing = std::get_if<PiecesStand>(&*pattern.claim)) {
    if (!standing->traits.empty() || standing->is_followed || !standing->squares.has_one()) {
      return false;
    }
    const bool is_there = standing->count.least == 1;
    if (!is_there && standing->count != CountRange{0, 0}) return false;
    const Men men = is_there ? standing->men : static_cast<Men>(kAnything & ~standing->men);
    squares.push_back({men, standing->squares.first()});
    return true;
  }
  const auto* pawns = std::get_if<PawnStructure>(&*pattern.claim);
  if (pawns == nullptr || pawns->is_exact) return false;
  std::ranges::copy(squares_of(*pawns), std::back_inserter(squares));
  return true;
}

}  // namespace

GameNeeds needs_of(const Pattern& pattern) {
  std::vector<GameNeeds> parts;
  switch (pattern.kind) {
    case Pattern::Kind::Single:
      return std::visit(ClaimNeeds(), *pattern.claim);
    case Pattern::Kind::Not:
      return {};
    case Pattern::Kind::Either:
    case Pattern::Kind::Mirror:
    case Pattern::Kind::Shift:
      for (const Pattern& variant : variants_of(pattern)) parts.push_back(needs_of(variant));
      return any_needs(std::move(parts));
    default:
      break;
  }
  for (const Pattern& part : pattern.parts) parts.push_back(needs_of(part));
  if (pattern.kind == Pattern::Kind::Any) return any_needs(std::move(parts));
  GameNeeds needs = all_needs(std::move(parts));
  needs.are_sufficient = false;
  return needs;
}

class Planner {
 public:
  explicit Planner(PatternPlan& plan) : plan_(plan) {}

  PlanNode node_of(const Pattern& pattern) {
    switch (pattern.kind) {
      case Pattern::Kind::Single:
        return claim_of(*pattern.claim);
      case Pattern::Kind::All:
      case Pattern::Kind::Any:
      case Pattern::Kind::Not:
        return joint_of(pattern);
      case Pattern::Kind::Then:
      case Pattern::Kind::Later:
      case Pattern::Kind::Lasts:
      case Pattern::Kind::Ever:
        return memory_of(pattern);
      case Pattern::Kind::Shift:
        if (auto node = shifted_men_of(pattern)) return *std::move(node);
        break;
      case Pattern::Kind::Either:
      case Pattern::Kind::Mirror:
        break;
    }
    // The variants are evaluated one by one. Parts inside of each variant may still be shifted
    // together.
    return joint_of(joined(Pattern::Kind::Any, variants_of(pattern)));
  }

 private:
  PlanNode joint_of(const Pattern& pattern) {
    PlanNode node;
    node.kind = pattern.kind == Pattern::Kind::All   ? PlanNode::Kind::All
                : pattern.kind == Pattern::Kind::Any ? PlanNode::Kind::Any
                                                     : PlanNode::Kind::Not;
    if (pattern.kind == Pattern::Kind::Single) return node_of(pattern);
    node.cost = 0;
    for (const Pattern& part : pattern.parts) {
      node.parts.push_back(node_of(part));
      node.cost += node.parts.back().cost;
    }
    std::ranges::stable_sort(node.parts, {}, &PlanNode::cost);
    return node;
  }

  PlanNode claim_of(const Claim& claim) {
    touch_claim(claim);
    PlanNode node;
    const auto* standing = std::get_if<PiecesStand>(&claim);
    if (standing != nullptr && standing->traits.empty() && !standing->is_followed &&
        standing->count == CountRange{.least = 1} && std::has_single_bit(standing->men) &&
        standing->men != kNobody) {
      node.kind = PlanNode::Kind::OneMan;
      node.man = static_cast<std::uint8_t>(std::countr_zero(standing->men));
      node.squares = standing->squares;
      return node;
    }
    node.kind = PlanNode::Kind::Single;
    node.claim = claim;
    const ClaimPlan plan = std::visit([](const auto& one) { return plan_of(one); }, claim);
    node.unrest = plan.unrest;
    node.cost = plan.cost;
    if (follows(claim)) node.following = following_;
    return node;
  }

  static bool follows(const Claim& claim) {
    const auto* standing = std::get_if<PiecesStand>(&claim);
    const auto* counts = std::get_if<CountsCompared>(&claim);
    const auto* move = std::get_if<MovePlayed>(&claim);
    return (standing != nullptr && standing->is_followed) ||
           (counts != nullptr && (counts->left.is_followed || counts->right.is_followed)) ||
           (move != nullptr && move->is_followed);
  }

  static bool has_followers(const Pattern& pattern) {
    return (pattern.claim && follows(*pattern.claim)) ||
           std::ranges::any_of(pattern.parts, has_followers);
  }

  PlanNode memory_of(const Pattern& pattern) {
    PlanMemory memory{.kind = pattern.kind, .plies = pattern.plies};
    std::optional<std::size_t> before = following_;
    memory.first = node_of(pattern.parts[0]);
    // In "A then B then C", C may follow pieces of B, which may follow pieces of A.
    if (memory.first.kind == PlanNode::Kind::Remembered) {
      before = plan_.memories[memory.first.memory].following;
    }
    if (pattern.parts.size() > 1) {
      const Claim* claim = followed_claim(pattern.parts[0]);
      if (claim != nullptr && has_followers(pattern.parts[1])) {
        memory.following = plan_.followings.size();
        plan_.followings.push_back({*claim, before});
        touch(kAllMen, kAllSquares);  // pieces are followed through all moves
      }
      const auto outer = std::exchange(following_, memory.following);
      memory.second = node_of(pattern.parts[1]);
      following_ = outer;
    }
    plan_.memories.push_back(std::move(memory));
    PlanNode node;
    node.kind = PlanNode::Kind::Remembered;
    node.memory = plan_.memories.size() - 1;
    return node;
  }

  std::optional<PlanNode> shifted_men_of(const Pattern& pattern) {
    std::vector<SquareClaim> squares;
    if (!add_squares(pattern.parts.front(), squares) || squares.empty()) return std::nullopt;
    PlanNode node;
    node.kind = PlanNode::Kind::ShiftedMen;
    const Square first = squares.front().square;
    Men men = 0;
    for (const SquareClaim& one : squares) {
      node.steps.push_back({one.men, index_of(one.square) - index_of(first)});
      men |= one.men;
    }
    for (int i = 0; i < kSquareCount; ++i) {
      const int files = (i & 7) - index_of(file_of(first));
      const int ranks = (i >> 3) - index_of(rank_of(first));
      const bool fits = std::ranges::all_of(squares, [&](const SquareClaim& one) {
        const int file = index_of(file_of(one.square)) + files;
        const int rank = index_of(rank_of(one.square)) + ranks;
        return file >= 0 && file < 8 && rank >= 0 && rank < 8;
      });
      if (fits) node.squares |= square_at(i);
    }
    node.cost = 2 * static_cast<int>(squares.size());
    touch((men & kNobody) != 0 ? kAllMen : men, kAllSquares);
    return node;
  }

  static void touch(TouchTable& table, Men men, Bitboard squares) {
    for (std::uint8_t code = 0; code < kPieceCount; ++code) {
      if (contains(men, code)) table[code] |= squares;
    }
  }

  void touch(Men men, Bitboard squares) {
    if ((men & kNobody) != 0) men = kAllMen;
    for (TouchTable* table : {&plan_.arrivals, &plan_.departures, &plan_.captures}) {
      touch(*table, men, squares);
    }
  }

  void touch_claim(const Claim& claim) {
    if (const auto* standing = std::get_if<PiecesStand>(&claim)) {
      touch_standing(*standing);
    } else if (const auto* counts = std::get_if<CountsCompared>(&claim)) {
      touch_standing(counts->left);
      touch_standing(counts->right);
    } else if (const auto* pawns = std::get_if<PawnStructure>(&claim)) {
      touch(men_of(Piece(Color::White, Role::Pawn)), pawns->is_exact ? kAllSquares : pawns->white);
      touch(men_of(Piece(Color::Black, Role::Pawn)), pawns->is_exact ? kAllSquares : pawns->black);
    } else if (const auto* board = std::get_if<BoardHolds>(&claim)) {
      for (const SquareClaim& one : squares_of(*board)) touch(kAllMen, one.square);
    } else if (const auto* reached = std::get_if<Reached>(&claim)) {
      for (const SquareClaim& one : squares_of(*reached))
        touch(plan_.arrivals, one.men, one.square);
    } else if (const auto* move = std::get_if<MovePlayed>(&claim)) {
      touch(plan_.arrivals, move->movers, move->to);
    } else if (std::holds_alternative<MaterialIs>(claim) ||
               std::holds_alternative<Imbalance>(claim) || std::holds_alternative<Balance>(claim) ||
               std::holds_alternative<BalanceChange>(claim)) {
      touch(plan_.captures, kAllMen, kAllSquares);
      plan_.has_leads = plan_.has_leads || std::holds_alternative<BalanceChange>(claim);
    } else if (std::holds_alternative<DiscoveredAttack>(claim)) {
      touch(plan_.departures, kAllMen, kAllSquares);
    } else if (const auto* feature = std::get_if<Feature>(&claim);
               feature != nullptr && *feature == Feature::OppositeBishops) {
      touch(plan_.captures, men_of(Role::Bishop), kAllSquares);
    }
  }

  void touch_standing(const PiecesStand& standing) {
    touch(standing.men, standing.squares);
    for (const Trait& trait : standing.traits) {
      for (const MenSomewhere& others : others_that_matter(standing, trait)) {
        touch(others.men, others.squares);
      }
    }
  }

  PatternPlan& plan_;
  std::optional<std::size_t> following_;  // index of the pieces that "that" refers to
};

PatternPlan::PatternPlan(const Pattern& pattern) : needs(needs_of(pattern)) {
  root = Planner(*this).node_of(pattern);
}

namespace {

constexpr int kMaxNamedSquares = 8;

constexpr std::string_view kMaterial = "the material";

struct TacticName {
  Tactics tactics;
  std::string_view name;
};

// Returns the tactics of both sides with the numbers from `first` to `last`.
constexpr Tactics numbered(int first, int last) {
  Tactics tactics = 0;
  for (const Color side : {Color::White, Color::Black}) {
    for (int i = first; i <= last; ++i) tactics |= tactic_bits::numbered(side, i);
  }
  return tactics;
}

constexpr TacticName kTacticNames[] = {
    {numbered(0, 5), "a fork"},     {numbered(6, 15), "a pin"},
    {numbered(16, 21), "an x-ray"}, {numbered(22, 27), "a skewer"},
    {kDoubleCheck, "double check"}, {kDiscoveredCheck, "discovered check"}};

std::string squares_text(Bitboard squares) {
  if (squares.count() > kMaxNamedSquares) return fmt::format("{} squares", squares.count());
  std::vector<std::string> names;
  for (const Square square : squares) names.push_back(to_string(square));
  return fmt::format("{}", fmt::join(names, ","));
}

std::string claim_text(const Claim& claim) {
  constexpr std::string_view kNames[] = {"",
                                         "pawns",
                                         "board",
                                         "opening",
                                         "material",
                                         "imbalance",
                                         "balance",
                                         "attackers",
                                         "turn",
                                         "ply",
                                         "",
                                         "move",
                                         "counts",
                                         "change of material",
                                         "discovered attack"};
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) {
    return to_string(standing->men, standing->squares) +
           (standing->traits.empty() ? "" : " and its properties");
  }
  if (const auto* feature = std::get_if<Feature>(&claim)) {
    constexpr std::string_view kFeatures[] = {"opposite bishops", "check",     "mate",
                                              "stalemate",        "smothered", "double check",
                                              "discovered check", "symmetric", "at end"};
    return std::string(kFeatures[static_cast<std::size_t>(*feature)]);
  }
  return std::string(kNames[claim.index()]);
}

// Adds the claims in the order of evaluation.
void add_claims(const PlanNode& node, const PatternPlan& plan, std::vector<std::string>& claims) {
  if (node.kind == PlanNode::Kind::OneMan) {
    claims.push_back(to_string(static_cast<Men>(1 << node.man), node.squares));
  } else if (node.kind == PlanNode::Kind::Single) {
    claims.push_back(claim_text(*node.claim));
  } else if (node.kind == PlanNode::Kind::ShiftedMen) {
    claims.push_back(fmt::format("all shifts of {} pieces", node.steps.size()));
  } else if (node.kind == PlanNode::Kind::Remembered) {
    const PlanMemory& memory = plan.memories[node.memory];
    add_claims(memory.first, plan, claims);
    add_claims(memory.second, plan, claims);
  }
  for (const PlanNode& part : node.parts) add_claims(part, plan, claims);
}

void add_needs(const GameNeeds& needs, std::vector<std::string>& texts) {
  if (needs.kind == GameNeeds::Kind::Stood) texts.push_back(to_string(needs.men, needs.squares));
  if (needs.kind == GameNeeds::Kind::Promoted) {
    texts.push_back("a promotion to " + to_string(needs.men, kAllSquares));
  }
  const std::string_view once = needs.kind == GameNeeds::Kind::Mated        ? "checkmate at the end"
                                : needs.kind == GameNeeds::Kind::Stalemated ? "stalemate at the end"
                                : needs.kind == GameNeeds::Kind::Material   ? kMaterial
                                                                            : "";
  const auto add_once = [&](std::string_view text) {
    if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.emplace_back(text);
  };
  add_once(once);
  for (const auto& [tactics, name] : kTacticNames) {
    if ((needs.tactics & tactics) != 0) add_once(name);
  }
  for (const GameNeeds& part : needs.parts) add_needs(part, texts);
}

std::string listed(std::vector<std::string> texts, std::string_view word) {
  constexpr std::size_t kMax = 6;
  const std::size_t more = texts.size() > kMax ? texts.size() - kMax : 0;
  texts.resize(texts.size() - more);
  std::string text = fmt::format("{}", fmt::join(texts, word));
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

}  // namespace

std::string to_string(Men men, Bitboard squares) {
  std::string letters;
  for (std::uint8_t code = kPieceCount; code-- > 0;) {
    if (contains(men, code)) letters += letter_of(Piece::from_code(code));
  }
  if ((men & kAllMen) == kAllMen) letters = "any piece";
  if ((men & kAllMen) == 0) letters = "nothing";
  if (letters.size() > 1 && letters[0] != 'a' && letters[0] != 'n') letters = '[' + letters + ']';
  if (squares == kAllSquares) return letters;
  return fmt::format("{} on {}", letters, squares_text(squares));
}

std::vector<std::string> sentences_of(const PatternPlan& plan) {
  std::vector<std::string> claims;
  add_claims(plan.root, plan, claims);
  std::vector<std::string> sentences = {"evaluates " + listed(claims, ", then ")};
  const auto count = [](const TouchTable& table) {
    int squares = 0;
    for (const Bitboard one : table) squares += one.count();
    return squares;
  };
  sentences.push_back(
      fmt::format("evaluates again after moves to {} and from {} of 768 piece-squares",
                  count(plan.arrivals), count(plan.departures)));
  std::vector<std::string> needs;
  add_needs(plan.needs, needs);
  if (plan.needs.are_sufficient) {
    sentences.push_back("reads no moves: an index lists the games with " + listed(needs, " or "));
    return sentences;
  }
  sentences.push_back(needs.empty()
                          ? "reads the moves of every game"
                          : "reads the moves of games that had " + listed(needs, " and "));
  return sentences;
}

}  // namespace arbiter
