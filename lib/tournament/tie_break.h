// Tie-breaks by FIDE's acronyms and modifiers (FIDE Handbook C.07, 2026).
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
  DirectEncounter,      // DE (6)
  Wins,                 // WIN: rounds with the points of a win, byes and forfeits too (7.1)
  WinsAtTheBoard,       // WON (7.2)
  GamesWithBlack,       // BPG: at the board (7.3)
  WinsWithBlack,        // BWG: at the board (7.4)
  Progressive,          // PS: sum of the scores after each round (7.5)
  RoundsElectedToPlay,  // REP, before August 2024 GE: rounds that are not voluntarily unplayed
                        // (7.6)
  StandardPoints,       // STD: each round as 1, 1/2 or 0 points (7.7)
  PairingNumber,        // TPN (7.8)
  Koya,                 // KS: points against opponents with at least half of the points (9.2)
  Buchholz,             // BH: scores of the opponents (8.1)
  AverageOfBuchholz,    // AOB: of the opponents met at the board (8.2)
  ForeBuchholz,         // FB: as if the last round were all draws (8.3)
  SonnebornBerger,      // SB: scores of the opponents times the points against them (9.1)
  AverageRating,        // ARO: of the opponents (10.1)
  Performance,          // TPR (10.2)
  PerfectPerformance,   // PTP: lowest rating whose expected score is the score (10.3)
  AveragePerformance,   // APRO: of the opponents (10.4)
  AveragePerfect,       // APPO: of the opponents (10.5)
  Rating,               // RTNG (10.6)
  // The tie-breaks of teams (11 to 13).
  SecondaryScore,           // MPvGP: game points after match points, or the other way round
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
  // EDE, then board tie-breaks of the matches between two teams that are still tied (13.3.2).
  EncounterBoardCount,         // EDEC: BC
  EncounterTopBoards,          // EDET: TBR
  EncounterBottomBoards,       // EDEB: BBE
  EncounterBoardCountAndTop,   // EDEBT: BC, then TBR
  EncounterBoardCountAndLast,  // EDEBB: BC, then BBE
};

// A tie-break with its modifiers (14).
struct TieBreak {
  TieBreakKind kind = TieBreakKind::DirectEncounter;
  std::uint8_t lowest = 0;          // /C1, /C2, ...: the number of lowest values that are cut
  std::uint8_t highest = 0;         // /M1, /M2, ...: as many highest values are cut too
  bool counts_forfeits = false;     // /P: a forfeit is a played game
  bool is_fore = false;             // /F: of the fore Buchholz
  bool is_reversed = false;         // /R: the greater number is worse, or the other way round
  std::uint8_t limit_percent = 50;  // /L60: KS counts opponents with this share of the points
  std::int8_t limit_steps = 0;      // /L+1, /L-1: the limit in half points above or below that
  std::uint8_t divisor = 0;         // /K4: the factor of SSSC; 0: the usual one
  std::optional<bool> of_game_points = {};  // :GP and :MP of teams; nothing: the primary score
  std::uint32_t unrated = 0;                // /U1400: the rating of unrated opponents; 0: none

  bool operator==(const TieBreak&) const = default;

  // Returns whether a lower value is better.
  bool prefers_low() const;
};

// Returns "DE", "BH/C1", "BH/M1", "KS/L60", "SB/P".
std::string to_string(const TieBreak& tie_break);
// Reads "BH", "bh/c1", "BH-C1", "BH#C1", "BHC1", "Buchholz", "Buchholz cut 1", "median Buchholz",
// "GE"; nothing for other text, or for a modifier that the tie-break does not have.
std::optional<TieBreak> parse_tie_break(std::string_view text);
// Returns the most similar name with its modifiers, "BH[/Cn][/Mn][/P] (Buchholz)"; empty if none
// has two thirds of the letters, or begins the text.
std::string nearest_tie_break(std::string_view text);
// Returns whether the tie-break is one of teams (11 to 13): "MPvGP", "EDE", "BC", "BH:GP".
bool is_team_tie_break(const TieBreak& tie_break);
// Returns whether the tie-break orders tied players or teams, instead of having a value for each.
bool orders_tied(const TieBreak& tie_break);
// Returns whether the tie-break needs the ratings of players (10).
bool is_rating_tie_break(const TieBreak& tie_break);
// Returns the help text: "sum of the opponents' scores, without the lowest value".
std::string meaning_of(const TieBreak& tie_break);
// Returns the acronyms with their modifiers: "BH[/Cn][/Mn][/P]".
std::vector<std::string> tie_break_names();
// Returns all tie-breaks in that order, without modifiers.
std::vector<TieBreak> all_tie_breaks();
// Returns the name in words: "Sonneborn-Berger".
std::string_view name_in_words(const TieBreak& tie_break);

// The editions of C.07 that give different values or names.
enum class TieBreakEdition : std::uint8_t {
  Of2023,  // from 1 September 2023
  Of2024,  // from 1 August 2024: GE is named REP
  Of2026,  // from 1 March 2026: the dummy opponent's score has limits (16.4.1, 16.4.2)
};
// Returns "2024".
std::string_view to_string(TieBreakEdition edition);
// Returns the edition in force on a day. Earlier days have the first edition, an unknown day has
// the last.
TieBreakEdition edition_on(const PartialDate& day);

}  // namespace arbiter
