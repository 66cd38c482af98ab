#include "db/model/game_record.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "db/model/column_values.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

GameView sample_view() {
  GameView view;
  view[GameText::White] = "Whitfield, Grace";
  view[GameText::Black] = "Tanaka, Jun";
  view[GameText::Event] = "Harbour Open";
  view[GameText::Round] = "3";
  view[GameNumber::Date] = 20230500;
  view[GameNumber::WhiteElo] = 2412;
  view[GameNumber::Eco] = 1 + 100 + 90;
  view[GameNumber::Result] = number_of(Outcome::Draw);
  view.start = "4k2r/8/8/8/8/8/8/R3K3 w Ah - 0 1";
  return view;
}
const GameView kGame = sample_view();

RecordTag tag(std::string_view name, std::string_view value) {
  return {name, value, known_tag(name)};
}

std::string record_of(const std::vector<RecordTag>& tags, std::string_view movetext = "") {
  std::string bytes;
  append_record({tags, movetext}, kGame, bytes);
  return bytes;
}

struct Read {
  std::vector<std::pair<std::string, std::string>> tags;
  std::string movetext;
  bool is_damaged = false;
};

Read read(std::string_view record) {
  Read read;
  RecordReader reader(record, kGame);
  for (RecordTag tag; reader.next(tag);) {
    CHECK(known_tag(tag.name) == tag.known);
    read.tags.emplace_back(tag.name, tag.value);
  }
  read.movetext = reader.movetext();
  read.is_damaged = reader.is_damaged();
  return read;
}

}  // namespace

TEST_CASE("a tag that follows from the columns takes one byte, with the format's number",
          "[game_record]") {
  const struct {
    std::string name;
    std::string value;
    char code;
  } cases[] = {
      {"Event", "Harbour Open", 1},
      {"Site", "", 2},
      {"Date", "2023.05.??", 3},
      {"Round", "3", 4},
      {"White", "Whitfield, Grace", 5},
      {"Black", "Tanaka, Jun", 6},
      {"Result", "1/2-1/2", 7},
      {"WhiteElo", "2412", 8},
      {"BlackElo", "", 9},
      {"ECO", "B90", 10},
      {"FEN", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", 11},
      {"SetUp", "1", 12},
      {"FEN", "4k2r/8/8/8/8/8/8/R3K3 w Ah - 0 1", 13},
  };
  for (const auto& example : cases) {
    CAPTURE(example.name, example.value);
    const std::string record = record_of({tag(example.name, example.value)});
    CHECK(record == std::string{1, example.code});
    CHECK(read(record).tags == std::vector{std::pair(example.name, example.value)});
  }
}

TEST_CASE("any other tag is written out", "[game_record]") {
  const std::vector<RecordTag> cases = {
      tag("Event", "Harbour open"),
      tag("Event", ""),
      tag("Date", "2023.5.?"),
      tag("WhiteElo", "2412 "),
      tag("WhiteElo", "02412"),
      tag("BlackElo", "0"),
      tag("ECO", "B90a"),
      tag("Result", "*"),
      tag("FEN", "4k2r/8/8/8/8/8/8/R3K3 w Qk -"),
      tag("SetUp", "0"),
      tag("event", "Harbour Open"),
      tag("Annotator", ""),
      tag("Annotator", std::string_view("a\0b", 3)),
      tag("M\u00fcller", "\u00fc"),
  };
  for (const RecordTag& example : cases) {
    CAPTURE(std::string(example.name), std::string(example.value));
    const std::string record = record_of({example});
    CHECK(record.substr(0, 2) == std::string{1, 0});
    CHECK(read(record).tags ==
          std::vector{std::pair(std::string(example.name), std::string(example.value))});
  }
}

TEST_CASE("a record has the bytes of the format", "[game_record]") {
  const std::string record =
      record_of({tag("White", "Whitfield, Grace"), tag("Mode", "OTB")}, "1. e4 {x} *");
  CHECK(record == std::string("\2\5\0\4Mode\3OTB", 12) + "1. e4 {x} *");
  CHECK(record_of({}) == std::string(1, '\0'));
}

TEST_CASE("tags keep their order and repetitions, and the movetext follows", "[game_record]") {
  const std::string longer(300, 'x');
  const Read back = read(record_of({tag("Zeta", longer), tag("White", "Whitfield, Grace"),
                                    tag("White", "Another"), tag("White", "Whitfield, Grace")},
                                   "1. e4 *"));
  CHECK(back.tags ==
        std::vector<std::pair<std::string, std::string>>{{"Zeta", longer},
                                                         {"White", "Whitfield, Grace"},
                                                         {"White", "Another"},
                                                         {"White", "Whitfield, Grace"}});
  CHECK(back.movetext == "1. e4 *");
  CHECK_FALSE(back.is_damaged);
}

TEST_CASE("damaged records are detected or read as others, never beyond their end",
          "[game_record]") {
  const std::string record = record_of({tag("White", "Whitfield, Grace"), tag("Mode", "OTB")});
  for (std::size_t size = 0; size < record.size(); ++size) {
    const std::vector<char> exact(record.begin(), record.begin() + static_cast<long>(size));
    CHECK(read({exact.data(), exact.size()}).is_damaged);
  }
  CHECK(read("\1\16").is_damaged);
  CHECK(read(std::string("\1\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\1x", 12)).is_damaged);
  std::mt19937 chance(3);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<char> bytes(record.begin(), record.end());
    bytes[chance() % bytes.size()] = static_cast<char>(chance());
    read({bytes.data(), bytes.size()});
  }
}
