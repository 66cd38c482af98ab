#include <catch2/catch.hpp>
#include <string>

#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("every known tag is found by its name", "[tag_name]") {
  for (std::size_t tag = 0; tag < kKnownTagCount; ++tag) {
    const auto known = static_cast<KnownTag>(tag);
    CAPTURE(std::string(to_string(known)));
    REQUIRE_FALSE(to_string(known).empty());
    REQUIRE(known_tag(to_string(known)) == known);
  }
}

TEST_CASE("names are those of the standard", "[tag_name]") {
  struct Row {
    KnownTag tag;
    const char* name;
  };
  const Row row = GENERATE(values<Row>({
      {KnownTag::Event, "Event"},
      {KnownTag::Site, "Site"},
      {KnownTag::Date, "Date"},
      {KnownTag::Round, "Round"},
      {KnownTag::White, "White"},
      {KnownTag::Black, "Black"},
      {KnownTag::Result, "Result"},
      {KnownTag::WhiteUscf, "WhiteUSCF"},
      {KnownTag::BlackNa, "BlackNA"},
      {KnownTag::WhiteFideId, "WhiteFideId"},
      {KnownTag::BlackTeam, "BlackTeam"},
      {KnownTag::BlackType, "BlackType"},
      {KnownTag::EventDate, "EventDate"},
      {KnownTag::EventSponsor, "EventSponsor"},
      {KnownTag::Board, "Board"},
      {KnownTag::SubVariation, "SubVariation"},
      {KnownTag::Eco, "ECO"},
      {KnownTag::Nic, "NIC"},
      {KnownTag::UtcDate, "UTCDate"},
      {KnownTag::UtcTime, "UTCTime"},
      {KnownTag::TimeControl, "TimeControl"},
      {KnownTag::SetUp, "SetUp"},
      {KnownTag::Fen, "FEN"},
      {KnownTag::Termination, "Termination"},
      {KnownTag::Mode, "Mode"},
      {KnownTag::PlyCount, "PlyCount"},
      {KnownTag::Variant, "Variant"},
      {KnownTag::BlackClock, "BlackClock"},
      {KnownTag::Clock, "Clock"},
  }));
  REQUIRE(to_string(row.tag) == row.name);
}

TEST_CASE("a name similar to a known one is another tag", "[tag_name]") {
  const std::string name = GENERATE(as<std::string>{}, "", "E", "event", "EVENT", "Events", "Evant",
                                    "Setup", "Fen", "WhiteELO", "WhiteFideID", "Result ", "Resalt",
                                    "Clocks", "UTCDate2", "TimeControls", "\xE9");
  CAPTURE(name);
  REQUIRE(known_tag(name) == KnownTag::Other);
}

TEST_CASE("a known name with one byte changed or missing is another tag", "[tag_name]") {
  for (std::size_t tag = 0; tag < kKnownTagCount; ++tag) {
    const std::string name(to_string(static_cast<KnownTag>(tag)));
    for (std::size_t at = 0; at < name.size(); ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string changed = name;
        changed[at] = static_cast<char>(byte);
        bool is_known = false;
        for (std::size_t other = 0; other < kKnownTagCount; ++other) {
          is_known |= to_string(static_cast<KnownTag>(other)) == changed;
        }
        if ((known_tag(changed) != KnownTag::Other) != is_known) FAIL(changed);
      }
      std::string shortened = name;
      shortened.erase(at, 1);
      if (known_tag(shortened) != KnownTag::Other) FAIL(shortened);
    }
  }
}

TEST_CASE("a known name in other capitals can be recognized", "[tag_name]") {
  REQUIRE(known_tag_ignoring_case("Setup") == KnownTag::SetUp);
  REQUIRE(known_tag_ignoring_case("fen") == KnownTag::Fen);
  REQUIRE(known_tag_ignoring_case("WHITEELO") == KnownTag::WhiteElo);
  REQUIRE(known_tag_ignoring_case("whiteFideID") == KnownTag::WhiteFideId);
  for (std::size_t tag = 0; tag < kKnownTagCount; ++tag) {
    const auto known = static_cast<KnownTag>(tag);
    REQUIRE(known_tag_ignoring_case(to_string(known)) == known);
  }
  const std::string name = GENERATE(as<std::string>{}, "", "Fens", "Elo", "Event ", "Ev@nt", "@");
  CAPTURE(name);
  REQUIRE(known_tag_ignoring_case(name) == KnownTag::Other);
}

TEST_CASE("other tags have no name of their own", "[tag_name]") {
  REQUIRE(to_string(KnownTag::Other).empty());
}

}  // namespace
}  // namespace arbiter::testing
