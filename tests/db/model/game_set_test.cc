#include "db/model/game_set.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/namespaces.h"

using namespace arbiter::testing;

TEST_CASE("the games of a range are visited in order, until the visitor stops", "[games]") {
  const std::vector<std::int64_t> members = {1, 2, 63, 64, 65, 127, 128, 300, 16384, 16385};
  GameSet set(20'000);
  for (const std::int64_t member : members) set.insert(GameId{member});
  const std::int64_t ends[] = {0, 1, 2, 3, 62, 63, 64, 66, 128, 299, 300, 16384, 16386, 99'999};
  for (const std::int64_t first : ends) {
    for (const std::int64_t last : ends) {
      for (const std::size_t most : {1, 3, 100}) {
        std::vector<std::int64_t> expected;
        for (const std::int64_t member : members) {
          if (member >= first && member <= last && expected.size() < most) {
            expected.push_back(member);
          }
        }
        std::vector<std::int64_t> visited;
        set.for_each_in({GameId{first}, GameId{last}}, [&](GameId game) {
          visited.push_back(number_of(game));
          return visited.size() < most;
        });
        CAPTURE(first, last, most);
        REQUIRE(visited == expected);
      }
    }
  }
}
