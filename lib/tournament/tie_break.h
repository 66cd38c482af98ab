// Tie-breaks with FIDE's acronyms and modifiers (FIDE Handbook C.07, 2026).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/laws/date.h"

namespace arbiter {

// The tie-breaks, each with its article of C.07.
enum class TieBreakKind : std::uint8_t {
  DirectEncounter,  // DE (6)
  Wins,             // WIN: rounds with as many points as a win, including byes and forfeits (7.1)
  WinsAtTheBoard,   // WON: wins at the board (7.2)
  GamesWithBlack,   // BPG: played at the board (7.3)
  WinsWithBlack,    // BWG: won at the board (7.4)
  Progressive,      // PS: sum of the scores after each round (7.5)
  RoundsElectedToPlay,  // REP, before August 2024 GE: rounds not voluntarily unplayed (7.6)
  StandardPoints,       // STD: each round as 1, 1/2 or 0 points (7.7)
  PairingNumber,        // TPN (7.8)
  Koya,                 // KS: points against opponents with at least 50 % of the points (9.2)
  Buchholz,             // BH: scores of the opponents (8.1)
  AverageOfBuchholz,    // AOB: average Buchholz of opponents met at the board (8.2)
  ForeBuchholz,         // FB: Buchholz as if all games of the last round were drawn (8.3)
  SonnebornBerger,      // SB: scores of the opponents times the points against them (9.1)
  AverageRating,        // ARO: average rating of opponents (10.1)
  Performance,          // TPR: tournament performance rating (10.2)
  PerfectPerformance,   // PTP: lowest rating whose expected score reaches the score (10.3)
  AveragePerformance,   // APRO: average TPR of opponents (10.4)
  AveragePerfect,       // APPO: average PTP of opponents (10.5)
  Rating,               // RTNG (10.6)
  // Team tie-breaks (11 to 13).
  SecondaryScore,           // MPvGP: game points after match points, or vice versa
  ExtendedDirectEncounter,  // EDE: DE by the primary score, then by the secondary score
  ExtendedSonnebornBerger,  // ESB: the opponents' primary score times the team's secondary score
  MatchTimesMatch,          // EMMSB: the opponents' match points times the team's match points
  MatchTimesGame,           // EMGSB: the opponents' match points times the team's game points
  GameTimesMatch,           // EGMSB
  GameTimesGame,            // EGGSB
  BoardCount,               // BC: board numbers times the points there, lowest first
  TopBoards,                // TBR: points on board 1, then on board 2, ...
  BottomBoardElimination,   // BBE: points without the last board, then without the last two, ...
  ScaledScores,             // SSSC: secondary score plus the Buchholz divided by a factor
  // EDE, followed by board tie-breaks of the matches between two teams that are still tied
  // (13.3.2).
  EncounterBoardCount,         // EDEC: BC
  EncounterTopBoards,          // EDET: TBR
  EncounterBottomBoards,       // EDEB: BBE
  EncounterBoardCountAndTop,   // EDEBT: BC, then TBR
  EncounterBoardCountAndLast,  // EDEBB: BC, then BBE
};

// A tie-break with its modifiers (14).
struct TieBreak {
  TieBreakKind kind = TieBreakKind::DirectEncounter;
  std::uint8_t lowest = 0;       // /C1, /C2, ...: the number of lowest values to cut
  std::uint8_t highest = 0;      // /M1, /M2, ...: the number of highest and of lowest values to cut
  bool counts_forfeits = false;  // /P: forfeits count as played games
  bool is_fore = false;          // /F: based on fore Buchholz
  bool is_reversed = false;      // /R: reverses the order
  // /L60: the minimum score, in percent, of opponents counted by KS.
  std::uint8_t limit_percent = 50;
  std::int8_t limit_steps = 0;              // /L+1, /L-1: half points added to that minimum
  std::uint8_t divisor = 0;                 // /K4: the factor of SSSC; 0: the default
  std::optional<bool> of_game_points = {};  // :GP or :MP for teams; nothing: the primary score
  std::uint32_t unrated = 0;                // /U1400: the rating of unrated opponents; 0: none

  bool operator==(const TieBreak&) const = default;

  // Returns whether a lower value is better.
  bool prefers_low() const;
};

std::string to_string(const TieBreak& tie_break);
// Reads "BH", "bh/c1", "BH-C1", "BH#C1", "BHC1", "Buchholz", "Buchholz cut 1", "median Buchholz",
// "GE"; nothing for other text, or for a modifier that the tie-break does not have.
std::optional<TieBreak> parse_tie_break(std::string_view text);
// Returns the most similar name with its modifiers, "BH[/Cn][/Mn][/P] (Buchholz)"; empty if none is
// similar enough.
std::string nearest_tie_break(std::string_view text);
// Returns whether this is a team tie-break (11 to 13): "MPvGP", "EDE", "BC", "BH:GP".
bool is_team_tie_break(const TieBreak& tie_break);
// Returns whether the tie-break sorts tied players or teams, instead of giving each a value.
bool orders_tied(const TieBreak& tie_break);
// Returns whether the tie-break needs the ratings of players (10).
bool is_rating_tie_break(const TieBreak& tie_break);
// Returns help text such as "sum of the opponents' scores, without the lowest value".
std::string meaning_of(const TieBreak& tie_break);
// Returns all acronyms with their modifiers, such as "BH[/Cn][/Mn][/P]".
std::vector<std::string> tie_break_names();
// Returns all tie-breaks without modifiers, in the order of tie_break_names().
std::vector<TieBreak> all_tie_breaks();
// Returns the full name, such as "Sonneborn-Berger".
std::string_view name_in_words(const TieBreak& tie_break);

// Editions of C.07 that differ in values or names.
enum class TieBreakEdition : std::uint8_t {
  Of2023,  // from 1 September 2023
  Of2024,  // from 1 August 2024: GE is named REP
  Of2026,  // from 1 March 2026: the dummy opponent's score has limits (16.4.1, 16.4.2)
};
std::string_view to_string(TieBreakEdition edition);
// Returns the edition in force on a day; the first edition for earlier days, and the last for an
// unknown day.
TieBreakEdition edition_on(const PartialDate& day);

}  // namespace arbiter
