// The rules of a period or a site: automatic draws, claims by the fifty-move rule, and fallen
// flags.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/laws/date.h"

namespace arbiter {

enum class RulesProfile : std::uint8_t {
  Fide,         // since 2023: automatic draws after 75 moves and by fivefold repetition
  Fide2017,     // 2017-07-01 to 2022: as Fide, but resigning always loses
  Fide2014,     // 2014-07-01 to 2017-06-30: fivefold repetition only by consecutive alternate moves
  FidePre2014,  // no automatic draws
  Fide1989,     // 1989 to 1992: as FidePre2014, with claims after 75 moves in some endings
  Fide1952,     // 1952 to 1988: as FidePre2014, with claims after 100 moves in some endings
  Fide1928,     // 1928 to 1951: as FidePre2014, with claims after 132 moves in one ending
  Lichess,      // automatic draws after fifty moves and fivefold repetition
  ChessCom,     // automatic draws by threefold repetition and after fifty moves
  Uscf,         // draws by repetition and by counting moves only on claim
  Iccf,         // the same as Uscf
};

enum class FivefoldRule : std::uint8_t { None, ConsecutiveMoves, Always };

struct AutomaticDraws {
  FivefoldRule fivefold = FivefoldRule::None;
  bool seventy_five_moves = false;
  bool threefold = false;
  bool fifty_moves = false;
};

struct NamedProfile {
  std::string_view name;
  RulesProfile profile;
  AutomaticDraws draws = {};
};

// All profiles, in the order of the enumeration.
inline constexpr std::array kRulesProfiles = {
    NamedProfile{
        "fide", RulesProfile::Fide, {.fivefold = FivefoldRule::Always, .seventy_five_moves = true}},
    NamedProfile{"fide2017",
                 RulesProfile::Fide2017,
                 {.fivefold = FivefoldRule::Always, .seventy_five_moves = true}},
    NamedProfile{"fide2014",
                 RulesProfile::Fide2014,
                 {.fivefold = FivefoldRule::ConsecutiveMoves, .seventy_five_moves = true}},
    NamedProfile{"fide-pre2014", RulesProfile::FidePre2014},
    NamedProfile{"fide1989", RulesProfile::Fide1989},
    NamedProfile{"fide1952", RulesProfile::Fide1952},
    NamedProfile{"fide1928", RulesProfile::Fide1928},
    NamedProfile{
        "lichess", RulesProfile::Lichess, {.fivefold = FivefoldRule::Always, .fifty_moves = true}},
    NamedProfile{"chesscom", RulesProfile::ChessCom, {.threefold = true, .fifty_moves = true}},
    NamedProfile{"uscf", RulesProfile::Uscf},
    NamedProfile{"iccf", RulesProfile::Iccf},
};
std::string_view to_string(RulesProfile profile);
const AutomaticDraws& automatic_draws_of(RulesProfile profile);

// Returns whether a game ends if neither side has enough material to mate (Laws 5.2.2). On some
// sites such a game continues until a flag falls.
bool counts_dead_positions(RulesProfile profile);

// Returns whether the profile predates July 2014, so that fivefold repetition and 75 moves do not
// end a game.
bool is_before_2014(RulesProfile profile);
// Returns whether the profile predates July 2017, so that a draw could be agreed before both
// players had moved (5.2.3).
bool is_before_2017(RulesProfile profile);
// Returns whether the profile predates 2023, so that resigning loses even if the opponent cannot
// mate (5.1.2).
bool is_before_2023(RulesProfile profile);

// Returns the profile of the Laws on a date. If an incomplete date allows several, returns the
// earliest, under which fewer games end automatically. Returns FidePre2014 if the year is unknown.
RulesProfile profile_of_date(const PartialDate& date);
// Returns the Laws for the value of a Date tag; FidePre2014 if it is not a date.
RulesProfile profile_of_date(std::string_view tag_value);

// Returns the rules of the site in a Site tag, such as "https://lichess.org/abcdefgh"; nothing for
// other places.
std::optional<RulesProfile> profile_of_site(std::string_view tag_value);

inline constexpr std::uint32_t kFiftyMoves = 100;  // the limit in half-moves

// Returns the number of half-moves without a capture or a pawn move that allow a draw claim (9.3).
// The number is constant between captures and pawn moves.
//
// 1928 to 1951: twice the number of moves that theory needs, if that is above fifty. FIDE named
// only rook and bishop against rook, with 132 moves, twice the 66 of Crosskill (1864).
//
// 1952 to 1988: a hundred moves of each player in three endings. These are rook and bishop against
// rook, two knights against pawn, and rook and pawn (on a2) against bishop and pawn (a3).
//
// 1989 to 1992: seventy-five moves in the first two of these endings. The same holds for two
// bishops against knight, and for queen against two bishops or two knights. It also holds for queen
// and pawn, one step from promotion, against queen.
std::uint32_t half_moves_to_claim(const Board& board, RulesProfile profile);

// The rule that decides between a loss and a draw when a flag falls (Laws 6.9, and rules of sites).
enum class FlagRule : std::uint8_t {
  Laws,      // 6.9: a draw if the opponent cannot mate by any series of legal moves
  Lichess,   // a draw if the opponent lacks mating material, even with help
  ChessCom,  // a draw if the opponent has K, KB, KN, or KNN against K
  // 14E: a draw if the opponent has a lone king. Without a forced win, also a draw for king and
  // minor piece, or king and two knights if there are no pawns.
  Uscf,
};

FlagRule flag_rule_of(RulesProfile profile);

enum class FlagVerdict : std::uint8_t { Loss, Draw, DependsOnForcedWin };

// Returns the verdict of a site's rule after the flag of the opponent of `winner` has fallen.
// Precondition: `rule` is not Laws.
FlagVerdict verdict_by_material(FlagRule rule, const Board& board, Color winner);

}  // namespace arbiter
