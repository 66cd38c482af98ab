#include "lib/laws/rules_profile.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <string>

#include "lib/base/text.h"
#include "lib/chess/bitboard.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

// The first day of each profile as YYYYMMDD, in descending order.
constexpr std::pair<std::uint32_t, RulesProfile> kFirstDays[] = {
    {20230101, RulesProfile::Fide},     {20170701, RulesProfile::Fide2017},
    {20140701, RulesProfile::Fide2014}, {19930101, RulesProfile::FidePre2014},
    {19890101, RulesProfile::Fide1989}, {19520101, RulesProfile::Fide1952},
    {19280101, RulesProfile::Fide1928},
};

// Returns a decimal number whose digits are the numbers of queens, rooks, bishops, knights and
// pawns of a side.
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

// Returns whether a white pawn on a2 or h2 faces a black pawn on a3 or h3.
bool has_rook_pawns_face_to_face(const Board& board, Color color) {
  const Square pawn = board.of(color, Role::Pawn).first();
  const bool is_at_edge = file_of(pawn) == File::A || file_of(pawn) == File::H;
  return is_at_edge && relative_rank(color, pawn) == Rank::Two &&
         board.has(forward(color, pawn), Piece(other(color), Role::Pawn));
}

// An ending in which a claim needed more than fifty moves.
struct LongEnding {
  RulesProfile profile;
  std::uint32_t half_moves;
  int stronger;  // a digits_of() value
  int weaker;
  bool (*condition)(const Board&, Color stronger) = nullptr;

  bool is_on(const Board& board, Color color) const {
    return digits_of(board, color) == stronger && digits_of(board, other(color)) == weaker &&
           (condition == nullptr || condition(board, color));
  }
};

constexpr LongEnding kLongEndings[] = {
    {RulesProfile::Fide1928, 264, 1100, 1000},
    {RulesProfile::Fide1952, 200, 1100, 1000},
    {RulesProfile::Fide1952, 200, 20, 1},
    {RulesProfile::Fide1952, 200, 1001, 101, has_rook_pawns_face_to_face},
    {RulesProfile::Fide1989, 150, 1100, 1000},
    {RulesProfile::Fide1989, 150, 20, 1},
    {RulesProfile::Fide1989, 150, 200, 10},
    {RulesProfile::Fide1989, 150, 10000, 200},
    {RulesProfile::Fide1989, 150, 10000, 20},
    {RulesProfile::Fide1989, 150, 10001, 10000, has_pawn_before_promotion},
};

// The pieces of a side without its king.
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

std::optional<RulesProfile> profile_of_site(std::string_view tag_value) {
  constexpr std::pair<std::string_view, RulesProfile> kSites[] = {
      {"lichess.org", RulesProfile::Lichess}, {"chess.com", RulesProfile::ChessCom}};
  const std::string site = to_small(tag_value);
  for (const auto& [name, profile] : kSites) {
    if (site.find(name) != std::string::npos) return profile;
  }
  return std::nullopt;
}

std::uint32_t half_moves_to_claim(const Board& board, RulesProfile profile) {
  for (const LongEnding& ending : kLongEndings) {
    if (ending.profile != profile) continue;
    if (ending.is_on(board, Color::White) || ending.is_on(board, Color::Black)) {
      return ending.half_moves;
    }
  }
  return kFiftyMoves;
}

FlagRule flag_rule_of(RulesProfile profile) {
  if (profile == RulesProfile::Lichess) return FlagRule::Lichess;
  if (profile == RulesProfile::ChessCom) return FlagRule::ChessCom;
  return profile == RulesProfile::Uscf ? FlagRule::Uscf : FlagRule::Laws;
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
