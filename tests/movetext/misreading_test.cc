#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/text.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/fen.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Be2, Nbd2, a6 and d5 are legal in this position.
constexpr const char* kPosition = "4k3/1P6/8/P7/3P4/8/8/RN2KBR1 w - - 0 1";
// Rf1 and Nf3 are legal in this position.
constexpr const char* kOther = "4k3/8/8/4N3/8/8/8/4K2R w - - 0 1";

bool is_misread(const std::string& word, const std::string& fen) {
  const auto read = parse_fen(fen);
  return is_misread_move(word, Position(std::get<ParsedFen>(read).setup), PieceLetters());
}

TEST_CASE("a word is parsed as a move if it looks like a legal one", "[misreading]") {
  struct Word {
    std::string text;
    std::string fen;
    bool is_move;
  };
  const Word word = GENERATE(values<Word>({
      {"aG", kPosition, true},
      {"dS", kPosition, true},
      {"8e2", kPosition, true},
      {"Nd", kPosition, true},
      {"N2d", kPosition, true},
      {"Be", kPosition, true},
      {"N3f", kOther, true},
      {"Rfl", kOther, true},
      {"RfI", kOther, true},
      {"Rf|", kOther, true},
      {"Rf", kOther, true},
      // These moves are illegal or do not exist.
      {"hS", kPosition, false},
      {"Nf", kPosition, false},
      {"Ral", kOther, false},
      // Prose words.
      {"as", kPosition, false},
      {"al", kPosition, false},
      {"Kasparov", kPosition, false},
      {"Diagram", kPosition, false},
      {"", kPosition, false},
  }));
  CAPTURE(word.text);
  CHECK(is_misread(word.text, word.fen) == word.is_move);
}

TEST_CASE("similar characters cost less than others", "[misreading]") {
  struct Pair {
    std::string written;
    std::string meant;
    int cost;
  };
  const Pair pair = GENERATE(values<Pair>({
      {"Nf3", "Nf3", 0},
      {"Rfl", "Rf1", kLookAlike},
      {"8bS", "Bb5", 2 * kLookAlike},
      {"N3f", "Nf3", kExchanged},
      {"Nf", "Nf3", kOtherSlip},
      {"Nf33", "Nf3", kOtherSlip},
      {"Nf4", "Nf3", kOtherSlip},
      {"", "e4", 2 * kOtherSlip},
  }));
  CAPTURE(pair.written, pair.meant);
  CHECK(misreading(pair.written, pair.meant) == pair.cost);
}

TEST_CASE("the cost of a misread word is the least over all its slips", "[misreading]") {
  std::mt19937 random(20261129);
  const auto word = [&] {
    constexpr std::string_view kCharacters = "bf13lS";
    std::string text(random() % 6, ' ');
    for (char& c : text) c = kCharacters[random() % kCharacters.size()];
    return text;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string written = word();
    const std::string meant = word();
    const std::size_t least =
        weighted_edit_distance(written, meant, kOtherSlip, kExchanged, [](char w, char m) {
          return misreading({&w, 1}, {&m, 1});
        });
    CAPTURE(written, meant);
    REQUIRE(misreading(written, meant) == static_cast<int>(least));
  }
}

TEST_CASE("similar characters in a word are parsed as a move", "[misreading]") {
  struct Reading {
    std::string word;
    std::string move;  // empty if it is not a move
  };
  const Reading reading = GENERATE(values<Reading>({{"Rfl", "Rf1"},
                                                    {"aG", "a6"},
                                                    {"8b5", "Bb5"},
                                                    {"BbS+", "Bb5+"},
                                                    {"Nf3", ""},
                                                    {"al", ""},
                                                    {"66s", ""},
                                                    {"Re", ""}}));
  CAPTURE(reading.word);
  const auto move = read_look_alikes(reading.word, PieceLetters());
  const auto due = parse_loose_move(reading.move, PieceLetters());
  REQUIRE(move.has_value() == due.has_value());
  if (move) CHECK(move->san == due->san);
}

}  // namespace
}  // namespace arbiter::testing
