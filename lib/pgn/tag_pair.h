// The tags that Arbiter knows: the seven tag roster (PGN 8.1.1), the
// supplemental ones (PGN 9) and those of the large servers. The one list.
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

// As the standard spells it: "Event", "ECO", "UTCDate".
std::string_view to_string(KnownTag tag);

// The tag of exactly that spelling; Other for any other name.
KnownTag known_tag(std::string_view name);

// The tag of that name in whatever capitals: "Setup" is SetUp.
KnownTag known_tag_ignoring_case(std::string_view name);

// The quoted form of tag values (PGN 7): \" stands for a quotation mark, \\ for
// a backslash.

// What the text between the quotes means. A backslash before anything else, or
// at the end, means itself: nothing is lost.
std::string unescape(std::string_view written);

// The value with its quotes, as PGN writes it. What no PGN string can hold
// (tabs, line ends and other control characters) becomes a blank.
// unescape() of what stands between the quotes gives any other value back.
std::string quote(std::string_view value);

}  // namespace arbiter
