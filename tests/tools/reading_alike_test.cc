// Tests that every command reads damaged games alike. The games of a tournament are damaged with
// signs, spaces and brackets of books and web pages, and in other ways.
#include <catch2/catch.hpp>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/read_games.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;

const Words kSigns = {"\u25a1",  "\u203c", "\u00b1", "\u2192", "\u2a00", "\u221e", "=\u221e",
                      "+\u2212", "N",      "TN",     "(=)",    "(D)",    "(!?)",   "(0:05)",
                      "+-",      "=",      "!?",     "?",      "?!",     "$14",    "~"};
const Words kBlanks = {"\u00a0", "\u200b", "\u200e", "\ufeff", "\u00ad", "\u2009", "\u202f", "\t"};
const Words kPieces = {"[",      "]",   "(",  ")",   "{x}", ";c\n", "[1... ", "1)",     "1:",
                       "&nbsp;", "exd", "ed", "Ke9", "0-0", "--",   "1-0",    "\n%x\n", "1A."};

class Damager {
 public:
  explicit Damager(std::uint32_t seed) : random_(seed) {}

  // Returns the movetext with one to four damaged places.
  std::string damaged(const std::string& movetext) {
    Words words;
    std::istringstream stream(movetext);
    for (std::string word; stream >> word;) words.push_back(word);
    const std::size_t places = 1 + below(4);
    for (std::size_t place = 0; place < places; ++place) damage(words);
    std::string text;
    for (const std::string& word : words) text += word + ' ';
    return text;
  }

 private:
  void damage(Words& words) {
    const std::size_t at = below(words.size());
    std::string& word = words[at];
    switch (below(7)) {
      case 0:
        word += any_of(kSigns);
        break;
      case 1:
        word.insert(0, any_of(kSigns));
        break;
      case 2:
        word += any_of(kBlanks);
        break;
      case 3:
        word.insert(below(word.size()), any_of(kBlanks));
        break;
      case 4:
        word += ' ' + any_of(kPieces);
        break;
      case 5:
        word[below(word.size())] = "abcdefgh12345678NBRQKOx+=0"[below(26)];
        break;
      default:
        for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }

  const std::string& any_of(const Words& words) { return words[below(words.size())]; }
  std::size_t below(std::size_t count) { return random_() % count; }

  std::mt19937 random_;
};

// Returns damaged games of the tournament, each with a Result tag.
std::string damaged_games(std::size_t count) {
  const std::string text = read_text(testdata("tournament.pgn").string());
  Words movetexts;
  for (std::size_t at = text.find("\n\n1."); at != std::string::npos;
       at = text.find("\n\n1.", at + 1)) {
    movetexts.push_back(text.substr(at, text.find("\n\n", at + 2) - at));
  }
  Damager damager(20261126);
  std::string games;
  for (std::size_t i = 0; i < count; ++i) {
    games += "[Event \"" + std::to_string(i + 1) + "\"]\n[Result \"*\"]\n\n" +
             damager.damaged(movetexts[i % movetexts.size()]) + "\n\n";
  }
  return games;
}

}  // namespace

TEST_CASE("damaged games are read alike by fmt, validate, import and repair") {
  const std::string games = damaged_games(is_nightly() ? 20'000 : 300);
  const std::string path = write_scratch("damaged.pgn", games);
  const std::string written = run_arbiter({"fmt", "-q", path}).output;
  const std::string again = write_scratch("again.pgn", written);
  CHECK(run_arbiter({"fmt", "-q", again}).output == written);

  const std::string database = (scratch_folder() / "damaged.db").string();
  std::filesystem::remove(database);
  run_arbiter({"import", "-q", database, path});
  CHECK(without_escapes(run_arbiter({"export", "-q", database}).output) ==
        without_escapes(written));

  const std::vector<Json> before = games_validated(path);
  const std::vector<Json> after = games_validated(again);
  REQUIRE(before.size() == after.size());
  std::set<std::uint64_t> incomplete;
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(i + 1);
    for (const char* field : {"plies", "result", "checked"}) {
      CHECK((before[i][field] == after[i][field]));
    }
    if (before[i]["complete"] == false) incomplete.insert(i + 1);
  }
  // `repair` changes only games in which `validate` reports a finding.
  std::set<std::uint64_t> reported;
  for (const std::string& line :
       lines_of(run_arbiter({"validate", "-q", "--format", "json", path}).output)) {
    const Json object = Json::parse(line);
    if (object["type"] == "finding" && !object["game"].is_null()) {
      reported.insert(object["game"].count());
    }
  }
  std::size_t broken = 0;
  for (const std::string& line :
       lines_of(run_arbiter({"repair", "-q", "--format", "json", path}).output)) {
    const Json object = Json::parse(line);
    if (!(object["type"] == "game")) continue;
    ++broken;
    CHECK(reported.contains(object["game"].count()));
  }
  CHECK(broken * 10 >= incomplete.size() * 8);
}
