// Numbers, times, fractions, words and signs between moves are preserved and reported. The test
// splits texts at spaces and brackets, without code of the program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/read_games.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;
using Bag = std::map<std::string, int>;

constexpr std::size_t kTokens = 5000;

const Words kProse = {"said", "the", "xyz", "Zeitnot", "sic",   "ann\u00e9e",
                      "Q",    "be",  "ok!", "hm?",     "time:", "12'",
                      "min",  "3h",  "5/7", "e.g.foo", "no!"};
const Words kSigns = {"%", "<", ">", "&", "\u00a7", "@@", "^", "$", "]", "<b>", "_", "|", "!?!"};

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

bool consists_of(const std::string& word, const std::string& characters) {
  return word.find_first_not_of(characters) == std::string::npos;
}

// Returns whether the word is a move number with dots, or dots only.
bool is_dotted_number(const std::string& word) {
  return consists_of(word, "0123456789.") && word.ends_with('.');
}

// Returns the words between spaces and brackets, except numbers with dots.
Bag words_of(const std::string& text) {
  Bag words;
  std::string word;
  for (const char c : text + ' ') {
    if (!is_blank(c) && std::string("{}()").find(c) == std::string::npos) {
      word += c;
      continue;
    }
    const bool is_frame = word.empty() || is_dotted_number(word) || word == "unreadable:";
    if (!is_frame) ++words[word];
    word.clear();
  }
  return words;
}

// The movetext of a game in export format, split into comments, brackets and words. `due` contains
// the number of the next move before each part.
struct Parts {
  Words parts;
  std::vector<int> due;
};

bool is_move(const std::string& part) {
  return std::isalpha(static_cast<unsigned char>(part[0])) != 0 || part == "--";
}

Parts parts_of(const std::string& movetext, int plies) {
  Parts game;
  std::vector<int> outer;
  const auto add = [&](const std::string& part) {
    if (part.empty()) return;
    game.parts.push_back(part);
    game.due.push_back(plies / 2 + 1);
    if (part == "(") {
      outer.push_back(plies);
      --plies;
    } else if (part == ")") {
      plies = outer.back();
      outer.pop_back();
    } else if (is_move(part)) {
      ++plies;
    }
  };
  std::string word;
  for (std::size_t at = 0; at < movetext.size(); ++at) {
    const char c = movetext[at];
    if (c != '{' && c != '(' && c != ')' && !is_blank(c)) {
      word += c;
      continue;
    }
    add(std::exchange(word, ""));
    if (c == '{') {
      const std::size_t end = movetext.find('}', at);
      add(movetext.substr(at, end + 1 - at));
      at = end;
    } else if (!is_blank(c)) {
      add(std::string(1, c));
    }
  }
  add(word);
  return game;
}

struct Game {
  std::string tags;
  std::string movetext;
};

// Returns the games of a file in export format, except those with unreadable text.
std::vector<Game> games_of(const std::string& pgn) {
  std::vector<Game> games;
  for (std::size_t at = 0; at < pgn.size();) {
    const std::size_t tags = pgn.find("\n\n", at);
    const std::size_t end = pgn.find("\n\n", tags + 2);
    if (end == std::string::npos) break;
    Game game{pgn.substr(at, tags - at), pgn.substr(tags + 2, end - tags - 2)};
    if (game.movetext.find("unreadable") == std::string::npos) games.push_back(std::move(game));
    at = end + 2;
  }
  return games;
}

// Returns the number of half-moves before the initial position of a game.
int plies_before(const Game& game) {
  const std::size_t fen = game.tags.find("[FEN \"");
  if (fen == std::string::npos) return 0;
  const std::string text = game.tags.substr(fen, game.tags.find('"', fen + 6) - fen);
  const int number = std::max(1, std::atoi(text.c_str() + text.rfind(' ')));
  return 2 * (number - 1) + (text.find(" b ") != std::string::npos ? 1 : 0);
}

struct Stray {
  std::string text;
  bool may_be_number = false;  // true for the number of the next move
};

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  Stray stray(int due) {
    switch (below(8)) {
      case 0:
        return number(digits(1 + below(2)), due);
      case 1:
        return number(digits(1 + below(11)), due);
      case 2:
        return number(std::to_string(std::max(1, due - 3 + static_cast<int>(below(7)))), due);
      case 3:
        return {digits(1 + below(2)) + ':' + digits(2) + (below(2) == 0 ? ":" + digits(2) : "")};
      case 4:
        return fraction();
      case 5:
        return {digits(1) + any_of(kProse)};
      case 6:
        return {any_of(kSigns)};
      default:
        return {any_of(kProse)};
    }
  }

  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  static Stray number(const std::string& digits, int due) {
    const long value = std::atol(digits.c_str());
    return {digits, value > 0 && std::abs(value - due) <= 1};
  }

  Stray fraction() {
    const Words signs = {"", "", "+", "-", "="};
    const Words points = {".", ".", ",", "/"};
    const std::string text =
        any_of(signs) + digits(1 + below(2)) + any_of(points) + digits(1) + digits(1);
    return {below(3) == 0 ? "(" + text + ")" : text};
  }

  // Returns digits that are not all zero.
  std::string digits(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + below(10));
    if (consists_of(text, "0")) text.back() = '7';
    return text;
  }

  const std::string& any_of(const Words& words) { return words[below(words.size())]; }

  std::mt19937 random_;
};

// Games with inserted words.
struct Strewn {
  std::string pgn;
  Bag certain;   // the inserted words that must be kept
  Bag possible;  // those that may be read as the next move's number
  std::size_t tokens = 0;
  std::set<std::uint64_t> games;  // numbers of the games with a word of `certain`, from 1
};

Strewn strewn(const std::vector<Game>& games, std::size_t tokens) {
  Generator generator(20261128);
  Strewn all;
  const auto keep = [](Bag& bag, const std::string& stray) {
    for (const auto& [word, count] : words_of(stray)) bag[word] += count;
  };
  for (std::uint64_t number = 1; all.tokens < tokens; ++number) {
    const Game& game = games[(number - 1) % games.size()];
    const Parts moves = parts_of(game.movetext, plies_before(game));
    std::string text;
    for (std::size_t i = 0; i < moves.parts.size(); ++i) {
      // A word in the first column could be an escape.
      if (i > 0 && generator.below(6) == 0) {
        const Stray stray = generator.stray(moves.due[i]);
        text += stray.text + ' ';
        keep(stray.may_be_number ? all.possible : all.certain, stray.text);
        if (!stray.may_be_number) all.games.insert(number);
        ++all.tokens;
      }
      text += moves.parts[i] + ' ';
    }
    all.pgn += game.tags + "\n\n" + text + "\n\n";
    for (const auto& [word, count] : words_of(game.movetext)) all.certain[word] += count;
  }
  return all;
}

// Returns the text without tags.
std::string movetexts(const std::string& pgn) {
  std::string text;
  for (const std::string& line : lines_of(pgn)) {
    if (!line.starts_with('[')) text += line + '\n';
  }
  return text;
}

// Returns the piece and the target square of a move. Readers keep both when they correct the other
// characters.
std::string core_of(const std::string& word) {
  static const std::regex kMove("([KQRBN]?)[a-h]?[1-8]?x?([a-h][1-8])[+#]?");
  std::smatch parts;
  return std::regex_match(word, parts, kMove) ? parts[1].str() + parts[2].str() : word;
}

// Returns the words that differ between two texts, except `possible` ones.
Words differences(const Bag& expected, const Bag& possible, const std::string& written) {
  Words found;
  Bag words;
  for (const auto& [word, count] : words_of(written)) words[core_of(word)] += count;
  for (const auto& [word, count] : expected) words[core_of(word)] -= count;
  for (const auto& [word, count] : words) {
    const auto more = possible.find(word);
    const int limit = more == possible.end() ? 0 : more->second;
    if (count < 0 || count > limit) found.push_back(word + ": " + std::to_string(count));
  }
  return found;
}

// Checks the results of the commands for games with inserted words.
void check_strewn(const std::vector<Game>& games, std::size_t tokens) {
  REQUIRE(!games.empty());
  const Strewn input = strewn(games, tokens);
  const std::string path = write_scratch("strewn.pgn", input.pgn);
  const ProgramRun formatted = run_arbiter({"fmt", "-q", path});
  CHECK(formatted.status == 1);
  CHECK(differences(input.certain, input.possible, movetexts(formatted.output)) == Words());

  const std::string again = write_scratch("again.pgn", formatted.output);
  const ProgramRun twice = run_arbiter({"fmt", "-q", again});
  CHECK((twice.output == formatted.output));
  CHECK(twice.status == 1);

  const ProgramRun exported = run_arbiter({"export", "-q", path});
  CHECK((exported.output == formatted.output));
  CHECK(exported.status == 1);

  const std::string database = (scratch_folder() / "strewn.db").string();
  std::filesystem::remove(database);
  CHECK(run_arbiter({"import", "-q", database, path}).status == 1);
  CHECK((run_arbiter({"export", "-q", database}).output == formatted.output));

  for (const std::string& file : {path, again}) {
    const std::set<std::uint64_t> reported = games_with_errors(file);
    Words silent;
    for (const std::uint64_t game : input.games) {
      if (!reported.contains(game)) silent.push_back(std::to_string(game));
    }
    CHECK(silent == Words());
  }
}

}  // namespace

TEST_CASE("stray words in games are kept and reported", "[stray_words]") {
  std::vector<Game> games;
  for (const char* file : {"tournament.pgn", "masters.pgn", "patterns.pgn"}) {
    for (Game& game : games_of(run_arbiter({"fmt", "-q", testdata(file).string()}).output)) {
      games.push_back(std::move(game));
    }
  }
  check_strewn(games, kTokens);
}

TEST_CASE("stray words in real games are kept and reported", "[stray_words]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  for (const auto& file : std::filesystem::directory_iterator(*folder / "games")) {
    CAPTURE(file.path().string());
    const std::string pgn =
        run_arbiter({"filter", "-q", "--limit", "500", file.path().string()}).output;
    check_strewn(games_of(pgn), is_nightly() ? 10 * kTokens : kTokens);
  }
}

TEST_CASE("each command ends with status 1 for a stray word", "[stray_words]") {
  struct Case {
    std::string movetext;
    std::string written;
  };
  const std::vector<Case> cases = {
      // Minutes, as recorded by old electronic boards.
      {"1. e4 12 e5 15 2. Nf3 20 Nc6 30 *",
       "1. e4 {unreadable: 12} 1... e5 {unreadable: 15} 2. Nf3 {unreadable: 20} 2... Nc6 "
       "{unreadable: 30} *"},
      {"1. e4 e5 1234567 *", "1. e4 e5 {unreadable: 1234567} *"},
      {"1. e4 0.5 e5 (0.25) *", "1. e4 {unreadable: 0.5} 1... e5 {unreadable: (0.25)} *"},
      {"1. e4 1,5 e5 0,25 *", "1. e4 {unreadable: 1,5} 1... e5 {unreadable: 0,25} *"},
      // Similar to ICCF numeric notation.
      {"1. 9254 5755 2. 7163 2836 *", "{unreadable: 1. 9254 5755 2. 7163 2836} *"},
      {"1. e4 (2) e5 *", "1. e4 {unreadable: (2)} 1... e5 *"},
      {"1. e4 e5 2 2. Nf3 *", "1. e4 e5 {unreadable: 2} 2. Nf3 *"},
      {"1. e4 e5 2. 7 Nf3 *", "1. e4 e5 {unreadable: 2. 7} 2. Nf3 *"},
      {"1. e4 e5 17. 2. Nf3 *", "1. e4 e5 {unreadable: 17.} 2. Nf3 *"},
      {"28.11.2026 1. e4 *", "{unreadable: 28.11.2026} 1. e4 *"},
      {"1.1.2026 1. e4 *", "{unreadable: 1.1.2026} 1. e4 *"},
      // 0.00 is an evaluation here, although castling would be legal.
      {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 d6 5. c3 0.00 *",
       "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 d6 5. c3 {unreadable: 0.00} *"},
      {"1. e4 e5 said! 2. Nf3 *", "1. e4 e5 {unreadable: said!} 2. Nf3 *"},
      {"1. e4 e5 !?! 2. Nf3 *", "1. e4 e5 {unreadable: !?!} 2. Nf3 *"},
      {"1. e4 e5 2. <Nf3> Nc6 *",
       "1. e4 e5 {unreadable: ... 2. <} 2. Nf3 {unreadable: >} 2... Nc6 *"},
      {"1. e4 e5%20 2. Nf3 *", "1. e4 e5 {unreadable: %20} 2. Nf3 *"},
      {"1. e4 e5 $ 2. Nf3 *", "1. e4 e5 {unreadable: $} 2. Nf3 *"},
      {"1. e4 e5 (1... Ke4) 2. Nf3 *", "1. e4 e5 {unreadable: (1... Ke4)} 2. Nf3 *"},
      {"1. e4 e5 {unreadable: 12} *", "1. e4 e5 {unreadable: 12} *"},
      // The file ends within a move.
      {"1. e4 e5 2. N", "1. e4 e5 {unreadable: ... 2. N} *"},
  };
  const std::string tags = "[Event \"E\"]\n[Result \"*\"]\n\n";
  for (const auto& [movetext, written] : cases) {
    CAPTURE(movetext);
    const std::string path = write_scratch("stray.pgn", tags + movetext + "\n");
    const ProgramRun formatted = run_arbiter({"fmt", "-q", path});
    std::string line = formatted.output.substr(formatted.output.find("\n\n") + 2);
    std::ranges::replace(line, '\n', ' ');
    CHECK(line == written + "  ");
    CHECK(formatted.status == 1);
    CHECK(run_arbiter({"validate", "-q", path}).status == 1);
    const std::string again = write_scratch("again.pgn", formatted.output);
    CHECK((run_arbiter({"fmt", "-q", again}).output == formatted.output));
    CHECK(run_arbiter({"validate", "-q", again}).status == 1);
    const std::string database = (scratch_folder() / "stray.db").string();
    std::filesystem::remove(database);
    CHECK(run_arbiter({"import", "-q", database, path}).status == 1);
    CHECK((run_arbiter({"export", "-q", database}).output == formatted.output));
  }
}
