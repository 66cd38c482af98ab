#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/source/source_files.h"

using namespace arbiter::testing;

namespace {

struct Sight {
  std::string by;    // "db::query"
  std::string seen;  // "chess"
};

// The using-directives of the files named namespaces.h.
std::vector<Sight> sights() {
  static const std::regex pattern(R"(namespace (arbiter[\w:]*) \{|using namespace ([\w:]+);)");
  std::vector<Sight> found;
  for (const SourceFile& file : source_files()) {
    if (!file.path.ends_with("/namespaces.h")) continue;
    std::string open;
    for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), pattern);
         at != std::sregex_iterator(); ++at) {
      if ((*at)[1].matched) open = (*at)[1];
      if ((*at)[2].matched) found.push_back({open, (*at)[2]});
    }
  }
  return found;
}

// Where the folder of each namespace stands in LAYERS. One that only holds others, as db
// does, stands where the lowest of them does.
std::map<std::string, std::size_t> places() {
  std::map<std::string, std::size_t> places;
  const std::vector<std::string> folders = layers();
  for (std::size_t i = 0; i < folders.size(); ++i) places[namespace_of(folders[i])] = i;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    std::string name = namespace_of(folders[i]);
    for (std::size_t end = name.rfind("::"); end != std::string::npos; end = name.rfind("::")) {
      name.resize(end);
      places.emplace(name, i);
    }
  }
  return places;
}

// The place of what `sight.by` means by `sight.seen`: a name in it or in a namespace around it.
std::size_t place_of_seen(const Sight& sight, const std::map<std::string, std::size_t>& places) {
  for (std::string around = sight.by;;) {
    const auto found = places.find(around + "::" + sight.seen);
    if (found != places.end()) return found->second;
    const std::size_t colons = around.rfind("::");
    if (colons == std::string::npos) break;
    around.resize(colons);
  }
  FAIL(sight.by << " sees " << sight.seen << ", which is the namespace of no folder");
  return 0;
}

}  // namespace

TEST_CASE("a namespace sees names of lower folders only", "[source]") {
  const auto all = places();
  const std::vector<Sight> found = sights();
  for (const Sight& sight : found) {
    INFO(sight.by << " sees " << sight.seen);
    REQUIRE(all.contains(sight.by));
    CHECK(place_of_seen(sight, all) < all.at(sight.by));
  }
  CHECK(found.size() > 100);  // the pattern still finds them
}
