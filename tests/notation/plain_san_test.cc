#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "lib/notation/san_parsing.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using san_parsing::parse;
using san_parsing::parse_plain;

// Returns whether the text is a plain SAN such as "e4", "exd5", "Nf3" or "Nxd4", with or without
// "+".
bool is_plain(const std::string& text, San san) {
  const bool is_pawn_capture = san.role() == Role::Pawn && san.is_capture();
  return san.kind() == San::Kind::Piece && !san.promotion() && !san.from_rank() &&
         san.from_file().has_value() == is_pawn_capture && text.back() != '#';
}

// Compares the result with the parser for all SAN. Returns whether the text was plain.
bool check(const std::string& text) {
  CAPTURE(text);
  const std::string padded = text + " e4+ Nf3";
  San all, plain;
  const bool is_san = parse(padded.data(), text.size(), all);
  const bool is_expected = is_san && is_plain(text, all);
  REQUIRE(parse_plain(padded.data(), text.size(), plain) == is_expected);
  if (is_expected) REQUIRE(plain == all);
  return is_expected;
}

TEST_CASE("exactly plain SAN is parsed by the fast parser, with the same result", "[san]") {
  const std::string alphabet = "abh18NKO-x=+#.";
  int found = 0;
  for (std::size_t length = 1; length <= 5; ++length) {
    std::string text(length, alphabet[0]);
    std::vector<std::size_t> at(length, 0);
    for (std::size_t turn = 0; turn < length;) {
      for (std::size_t i = 0; i < length; ++i) text[i] = alphabet[at[i]];
      found += check(text);
      for (turn = 0; turn < length && ++at[turn] == alphabet.size(); ++turn) at[turn] = 0;
    }
  }
  // Six squares, pawns and two pieces, and three files of capturing pawns. That makes 6 + 2 * 6
  // quiet moves and 3 * 6 + 2 * 6 captures, each with and without "+".
  CHECK(found == 2 * (6 + 12 + 18 + 12));
}

TEST_CASE("both parsers agree on plain SAN with any byte replaced", "[san]") {
  for (const std::string move : {"e4", "e4+", "Nf3", "Nf3+", "exd5", "Nxd4", "exd5+", "Nxd4+"}) {
    for (std::size_t at = 0; at < move.size(); ++at) {
      std::string text = move;
      for (int byte = 0; byte < 256; ++byte) {
        text[at] = static_cast<char>(byte);
        check(text);
      }
    }
  }
}

TEST_CASE("words longer than any move are not plain SAN", "[san]") {
  std::mt19937 random(20261122);
  const std::string alphabet = "aeh148NBRQKx+#=O-";
  for (int round = 0; round < 100'000; ++round) {
    std::string text(8 + random() % 9, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    REQUIRE_FALSE(check(text));
  }
}

}  // namespace
}  // namespace arbiter::testing
