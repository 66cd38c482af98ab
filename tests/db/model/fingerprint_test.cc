// Compares fingerprints with published values, and fingerprints of parts with the whole.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "db/model/source.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

TEST_CASE("fingerprints are XXH3 with 64 bits") {
  // The expected values are the output of `xxhsum -H3`.
  CHECK(fingerprint_of("") == 0x2D06800538D394C2);
  CHECK(fingerprint_of("a") == 0xE6C632B61E964E1F);
  CHECK(fingerprint_of("abc") == 0x78AF5F94892F3950);
}

TEST_CASE("the sizes of the pieces do not matter") {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += static_cast<char>(random() % 256);
  const std::uint64_t whole = fingerprint_of(text);
  for (const std::size_t most : {1U, 7U, 300U, 70'000U}) {
    CAPTURE(most);
    Fingerprint fingerprint;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t size = std::min<std::size_t>(rest.size(), 1 + random() % most);
      fingerprint.add(rest.substr(0, size));
      rest.remove_prefix(size);
    }
    CHECK(fingerprint.value() == whole);
  }
}

TEST_CASE("reading the value in between changes nothing") {
  Fingerprint fingerprint;
  fingerprint.add("[Event \"one\"]\n");
  const std::uint64_t first = fingerprint.value();
  CHECK(fingerprint.value() == first);
  fingerprint.add("1. e4 *\n");
  CHECK(fingerprint.value() == fingerprint_of("[Event \"one\"]\n1. e4 *\n"));
}
