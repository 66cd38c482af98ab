// Tag pairs. Known tags are the seven tag roster (PGN 8.1.1), the supplemental tags (PGN 9) and
// those of large servers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arbiter {

// The first seven are the roster, in its order.
// clang-format off
enum class KnownTag : std::uint8_t {
  Event, Site, Date, Round, White, Black, Result,
  WhiteTitle, BlackTitle, WhiteElo, BlackElo, WhiteUscf, BlackUscf,
  WhiteFideId, BlackFideId, WhiteTeam, BlackTeam, WhiteNa, BlackNa, WhiteType, BlackType,
  EventDate, EventSponsor, Section, Stage, Board,
  Opening, Variation, SubVariation, Eco, Nic,
  Time, UtcTime, UtcDate, TimeControl,
  SetUp, Fen, Termination, Annotator, Mode, PlyCount, Variant,
  WhiteClock, BlackClock, Clock,
  Other,
};
// clang-format on

inline constexpr std::size_t kRosterSize = 7;
inline constexpr std::size_t kKnownTagCount = static_cast<std::size_t>(KnownTag::Other);

// Returns the spelling of the standard: "Event", "ECO", "UTCDate".
std::string_view to_string(KnownTag tag);

// Returns the tag with exactly that name; Other for unknown names.
KnownTag known_tag(std::string_view name);

// Returns the tag with that name, ignoring case: "Setup" gives SetUp.
KnownTag known_tag_ignoring_case(std::string_view name);

// Return the length of the quotation mark at the start or end of the text: straight, single, curly,
// or angular; 0 if there is none.
std::size_t quote_length(std::string_view text);
std::size_t last_quote_length(std::string_view text);

// Returns the value of a quoted string (PGN 7), in which \" is a quotation mark and \\ a backslash.
// Any other backslash is kept.
std::string unescape(std::string_view written);

// Returns the value of a tag as written in UTF-8: decoded like decode_text(), then without escapes.
// A line end in the value becomes a space.
std::string utf8_value(std::string_view written);

// Returns the value with quotes, as PGN writes it. Characters that PGN strings cannot contain
// (tabs, line ends and other control characters) become spaces. unescape() restores any other
// value.
std::string quote(std::string_view value);

}  // namespace arbiter
