#include "lib/laws/rules_profile.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "lib/chess/bitboard.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

// The first day of each, as YYYYMMDD, the latest first.
constexpr std::pair<std::uint32_t, RulesProfile> kFirstDays[] = {
    {20230101, RulesProfile::Fide},     {20170701, RulesProfile::Fide2017},
    {20140701, RulesProfile::Fide2014}, {19930101, RulesProfile::FidePre2014},
    {19890101, RulesProfile::Fide1989}, {19520101, RulesProfile::Fide1952},
    {19280101, RulesProfile::Fide1928},
};

constexpr std::uint32_t kSeventyFiveMoves = 150;
constexpr std::uint32_t kHundredMoves = 200;
constexpr std::uint32_t kTwiceSixtySixMoves = 264;

// Queens, rooks, bishops, knights and pawns of a side, one digit each.
int digits_of(const Board& board, Color color) {
  const MaterialCount pieces = material_of(board, color);
  int digits = 0;
  for (const Role role : {Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn}) {
    digits = digits * 10 + pieces.of(role);
  }
  return digits;
}

bool has_pawn_before_promotion(const Board& board, Color color) {
  const Rank seventh = relative_rank(color, Rank::Seven);
  return (board.of(color, Role::Pawn) & Bitboard(seventh)).any();
}

// A pawn on a2 or h2 before one on a3 or h3, for White.
bool has_rook_pawns_face_to_face(const Board& board, Color color) {
  const Square pawn = board.of(color, Role::Pawn).first();
  const bool is_at_edge = file_of(pawn) == File::A || file_of(pawn) == File::H;
  return is_at_edge && relative_rank(color, pawn) == Rank::Two &&
         board.has(forward(color, pawn), Piece(other(color), Role::Pawn));
}

// Whether `color` has the stronger side of such an ending.
bool had_twice_sixty_six(const Board& board, Color color) {
  return digits_of(board, color) == 1100 && digits_of(board, other(color)) == 1000;
}

bool had_hundred(const Board& board, Color color) {
  const int us = digits_of(board, color);
  const int them = digits_of(board, other(color));
  return (us == 1100 && them == 1000) || (us == 20 && them == 1) ||
         (us == 1001 && them == 101 && has_rook_pawns_face_to_face(board, color));
}

bool had_seventy_five(const Board& board, Color color) {
  const int us = digits_of(board, color);
  const int them = digits_of(board, other(color));
  return (us == 1100 && them == 1000) || (us == 20 && them == 1) || (us == 200 && them == 10) ||
         (us == 10000 && (them == 200 || them == 20)) ||
         (us == 10001 && them == 10000 && has_pawn_before_promotion(board, color));
}

// What stands beside the king.
struct Army {
  bool is_bare = false;
  bool is_one_minor = false;
  bool is_two_knights = false;
};

Army army_of(const Board& board, Color color) {
  const Bitboard pieces = board.of(color) & ~board.of(Role::King);
  const Bitboard knights = pieces & board.of(Role::Knight);
  const Bitboard minors = knights | (pieces & board.of(Role::Bishop));
  return {.is_bare = pieces.is_empty(),
          .is_one_minor = pieces.count() == 1 && pieces == minors,
          .is_two_knights = pieces.count() == 2 && pieces == knights};
}

}  // namespace

std::string_view to_string(RulesProfile profile) {
  return kRulesProfiles[static_cast<std::size_t>(profile)].name;
}

const AutomaticDraws& automatic_draws_of(RulesProfile profile) {
  return kRulesProfiles[static_cast<std::size_t>(profile)].draws;
}

bool counts_dead_positions(RulesProfile profile) {
  return profile != RulesProfile::Lichess && profile != RulesProfile::ChessCom;
}

bool is_before_2014(RulesProfile profile) {
  return profile == RulesProfile::FidePre2014 || profile == RulesProfile::Fide1989 ||
         profile == RulesProfile::Fide1952 || profile == RulesProfile::Fide1928;
}

bool is_before_2017(RulesProfile profile) {
  return is_before_2014(profile) || profile == RulesProfile::Fide2014;
}

bool is_before_2023(RulesProfile profile) {
  return is_before_2017(profile) || profile == RulesProfile::Fide2017;
}

RulesProfile profile_of_date(const PartialDate& date) {
  const std::optional<std::uint32_t> earliest = earliest_day(date);
  for (const auto& [first_day, profile] : kFirstDays) {
    if (earliest && *earliest >= first_day) return profile;
  }
  return RulesProfile::FidePre2014;
}

RulesProfile profile_of_date(std::string_view tag_value) {
  const auto date = parse_date(tag_value);
  return date ? profile_of_date(*date) : RulesProfile::FidePre2014;
}

std::uint32_t half_moves_to_claim(const Board& board, RulesProfile profile) {
  const auto holds = [&](bool (*is_such)(const Board&, Color)) {
    return is_such(board, Color::White) || is_such(board, Color::Black);
  };
  if (profile == RulesProfile::Fide1928 && holds(had_twice_sixty_six)) return kTwiceSixtySixMoves;
  if (profile == RulesProfile::Fide1952 && holds(had_hundred)) return kHundredMoves;
  if (profile == RulesProfile::Fide1989 && holds(had_seventy_five)) return kSeventyFiveMoves;
  return kFiftyMoves;
}

FlagRule flag_rule_of(RulesProfile profile) {
  switch (profile) {
    case RulesProfile::Lichess:
      return FlagRule::Lichess;
    case RulesProfile::ChessCom:
      return FlagRule::ChessCom;
    case RulesProfile::Uscf:
      return FlagRule::Uscf;
    default:
      return FlagRule::Laws;
  }
}

FlagVerdict verdict_by_material(FlagRule rule, const Board& board, Color winner) {
  assert(rule != FlagRule::Laws);
  const Army army = army_of(board, winner);
  if (army.is_bare) return FlagVerdict::Draw;
  if (rule == FlagRule::Lichess) {
    return can_win_by_material(PieceSets(board), winner) ? FlagVerdict::Loss : FlagVerdict::Draw;
  }
  const bool is_alone = army_of(board, other(winner)).is_bare;
  if (rule == FlagRule::ChessCom) {
    const bool is_little = army.is_one_minor || (army.is_two_knights && is_alone);
    return is_little ? FlagVerdict::Draw : FlagVerdict::Loss;
  }
  const bool has_pawn = board.of(Role::Pawn).any();
  const bool is_little = army.is_one_minor || (army.is_two_knights && !has_pawn);
  return is_little ? FlagVerdict::DependsOnForcedWin : FlagVerdict::Loss;
}

}  // namespace arbiter
