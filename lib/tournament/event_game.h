// The facts about games that a tournament uses, and the games of each event.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/laws/date.h"
#include "lib/laws/game_end.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/claimed_end.h"

namespace arbiter {

// A tag with its position, for findings after the file has been read.
struct EventTag {
  KnownTag known = KnownTag::Other;
  std::string value = {};    // unescaped
  std::uint64_t offset = 0;  // byte offset of the value in the file
  std::uint64_t line = 1;    // line number, from 1
  std::uint64_t column = 1;  // start of the value, in code points, from 1
  std::string name = {};     // name of a tag whose KnownTag is Other
};

// A pair of tags, for White and Black.
using SideTags = std::array<KnownTag, 2>;
inline constexpr SideTags kNameTags{KnownTag::White, KnownTag::Black};
inline constexpr SideTags kFideIdTags{KnownTag::WhiteFideId, KnownTag::BlackFideId};
inline constexpr SideTags kTitleTags{KnownTag::WhiteTitle, KnownTag::BlackTitle};
inline constexpr SideTags kEloTags{KnownTag::WhiteElo, KnownTag::BlackElo};
inline constexpr SideTags kTeamTags{KnownTag::WhiteTeam, KnownTag::BlackTeam};

// The round of a Round tag (PGN 8.1.1.4): "3", "3.12", "3.2.1", "Runde 3", "3(12)". The first of
// three numbers is not a round if it is over 99: "756.3.12".
struct RoundNumber {
  std::uint32_t round = 0;           // round number, from 1; 0 if unknown
  std::vector<std::uint32_t> parts;  // the numbers after the round: 12, or 2 and 1

  bool operator==(const RoundNumber&) const = default;
};

// The highest round number. Higher numbers (such as dates) and other text ("?", "-", "") give round
// 0.
inline constexpr std::uint32_t kLastRound = 9999;
RoundNumber parse_round(std::string_view text);

// Checks for rounds such as "TB", "TB1", "Tie-break 2".
bool is_playoff_round(std::string_view round);

// A named round of a knock-out: "Final" with 2 players, "Semifinal" or "1/2" with 4.
struct RoundStage {
  std::uint32_t players = 0;
  bool is_for_third_place = false;  // "3rd place", played in the same round as the final
};
// Reads names of stages in eight languages, with or without a number after them: "QF 2",
// "Viertelfinale", "1/8". Returns nothing for other text.
std::optional<RoundStage> parse_stage(std::string_view round);

struct EventGame {
  std::uint32_t file = 0;      // index of the file, from 0
  std::uint64_t number = 0;    // game number in the file, from 1
  std::vector<EventTag> tags;  // tags accepted by keeps()
  GameResult result;           // Unknown if the file has no result
  GameResult overruled;        // the Result tag, if the moves end with a different result
  bool is_forfeit = false;     // decided without play, by a result "1-0F" or the Termination tag
  bool is_of_playoff = false;  // belongs to a play-off, and is not counted
  std::uint32_t plies = 0;
  std::uint64_t moves_hash = 0;  // MovesHash of initial position and moves

  // Checks whether the tag describes the event or a player, and is not a duplicate.
  bool keeps(KnownTag known, std::string_view name) const;
  const EventTag* tag(KnownTag known) const;
  const EventTag* federation_tag(Color color) const;
  // Returns the value; empty if it is missing or unknown: "?", "-".
  std::string_view value(KnownTag known) const;
  std::string_view federation(Color color) const;
  // Returns the number in a rating or id tag; nothing for other text, or 0.
  std::optional<std::uint32_t> number_in(KnownTag known) const;
  RoundNumber round() const { return parse_round(value(KnownTag::Round)); }
  bool is_of_event(const EventGame& other) const {
    return value(KnownTag::Event) == other.value(KnownTag::Event);
  }
  // Returns the Board tag, otherwise the last part of the round; 0 if unknown.
  std::uint32_t board() const;
};

// Returns the side with half a point if the Result tag is "1/2-0" or "0-1/2".
std::optional<Color> half_point_in(const EventGame& game);

// Returns whether a side has no player: the name is BYE or similar, or it is unknown in a game
// without moves.
bool is_absent(const EventGame& game, std::size_t side);

// Returns the Date of the game, if it is complete and exists.
std::optional<PartialDate> date_of(const EventGame& game);

// Returns whether both dates are complete and differ.
bool are_days_apart(const EventGame& one, const EventGame& other);

// Returns whether two games with equal moves are different games, as in play-offs, because their
// known dates or time controls differ.
bool are_apart(const EventGame& one, const EventGame& other);

// Returns whether both games have the same moves, and at least one move.
bool has_moves_of(const EventGame& game, const EventGame& other);

// Returns "game 7 (line 41)" for a single file. With several files, which are indexed by
// EventGame::file, returns "game 7 of round2.pgn (line 41)".
std::string place_of(const EventGame& game, std::span<const std::string> files);

// Returns the side of a nonstandard federation tag: WhiteFed, BlackFederation, WhiteCountry.
std::optional<Color> side_of_federation_tag(std::string_view name);

// Returns a key of an Event tag that ignores case, accents and punctuation.
std::string event_key(std::string_view name);

// Returns whether two keys are spelling variants of one name. They may differ only in a space, or
// in one letter or two transposed letters of a word. "Open A" and "Open B", "U14" and "U16",
// "Juniors" and "Seniors" are different events.
bool are_spellings_of_event(std::string_view key, std::string_view other);

// Returns whether at least half the player entries of the smaller group belong to players of the
// other group, by name.
bool share_players(std::span<const EventGame> one, std::span<const EventGame> other);

// Detects archives while a file is read: several events in non-consecutive years. If the games so
// far are an archive, so is the whole file.
class ArchiveWatch {
 public:
  // Adds the next game. Returns whether the games so far form an archive.
  bool add(const EventGame& game);

 private:
  std::optional<std::string> event_ = {};  // Event of the first game
  bool has_events_ = false;                // true after a second event
  std::map<std::uint16_t, std::size_t> years_ = {};
};

// Returns the events as indices of their games, sorted by their first games. Event tags are
// compared without case, accents and punctuation. Groups with other spelling variants are merged if
// they share players. Games of one name that began on several days (EventDate) or in several years
// and repeat rounds, or were played months apart, are several events. Games without an Event tag
// are one group. Takes O(n log n) in games, and O(m^2) in names, up to a thousand.
std::vector<std::vector<std::uint32_t>> events_of(std::span<const EventGame> games);

// An event as sorted game indices.
struct EventGroup {
  std::vector<std::uint32_t> games;
  std::vector<std::uint32_t> playoff = {};  // games of a play-off with its own Event tag
};

// Returns events_of(), with each play-off attached to its main event. A play-off has a matching
// name ("Lindenau Masters Tie-break", "... Playoff"), only players of the main event ("Lindenau
// Masters"), and fewer games. Does not search among more than a thousand events.
std::vector<EventGroup> events_with_playoffs(std::span<const EventGame> games);

}  // namespace arbiter
