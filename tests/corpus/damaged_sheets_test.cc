// Tests real games, each damaged in one place. The moves read are compared with those of the
// original game.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/read_games.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMinWords = 60;

// The movetext of a game in export format, as words, without the result.
struct Original {
  Words words;
  std::string result;
};

bool is_number(const std::string& word) { return word.ends_with('.'); }

std::vector<Original> originals(const std::string& pgn) {
  std::vector<Original> games;
  Words words;
  for (const std::string& line : lines_of(pgn + "\n")) {
    if (line.starts_with('[')) continue;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      words.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    if (words.empty()) continue;
    const std::string& last = words.back();
    if (last != "1-0" && last != "0-1" && last != "1/2-1/2" && last != "*") continue;
    const bool is_plain = std::ranges::none_of(words, [](const std::string& word) {
      return word.find_first_of("{}()$-") != std::string::npos && word[0] != 'O' &&
             !std::isdigit(static_cast<unsigned char>(word[0]));
    });
    if (is_plain && words.size() >= kMinWords) {
      games.push_back({Words(words.begin(), words.end() - 1), last});
    }
    words.clear();
  }
  return games;
}

class Damage {
 public:
  std::size_t below(std::size_t count) { return random_() % count; }

  // Returns the index of a random move number that is neither near the start nor near the end.
  std::size_t row(const Words& words) {
    for (;;) {
      const std::size_t at = 6 + below(words.size() - 24);
      if (is_number(words[at])) return at;
    }
  }
  std::size_t move(const Words& words) { return row(words) + 1 + below(2); }

  void split(Words& words) {
    const std::size_t at = move(words);
    words[at].insert(1 + below(words[at].size() - 1), " ");
  }
  void glue(Words& words) {
    const std::size_t at = row(words);
    words[at + 1] += words[at + 2];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at) + 2);
  }
  void stray(Words& words) {
    static const Words kStrays = {"time", "draw?", "illegible", "Smith", "hm", "sealed"};
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(move(words)),
                 kStrays[below(kStrays.size())]);
  }
  void prose(Words& words) {
    static const Words kProse = {"a strong move", "better was", "stops", "White offered a draw"};
    const std::size_t at = row(words);
    const std::string other = words[move(words)];
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at),
                 kProse[below(kProse.size())] + " " + other);
  }
  void exchange(Words& words) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(row(words));
    std::rotate(at, at + 3, at + 6);
  }
  void repeat(Words& words) {
    const auto at = static_cast<std::ptrdiff_t>(row(words));
    const Words rows(words.begin() + at, words.begin() + at + 9);
    words.insert(words.begin() + at + 9, rows.begin(), rows.end());
  }
  void drop_row(Words& words) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(row(words));
    words.erase(at, at + 3);
  }
  void drop_move(Words& words) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(move(words)));
  }
  void misprint(Words& words) { words[row(words)].insert(0, "1"); }
  void comment(Words& words) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(row(words));
    words.insert(at, "a well known position}");
  }
  void open_comment(Words& words) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(row(words));
    words.insert(at, "{a well known position");
    words.insert(words.end() - 3, "{time trouble}");
  }

 private:
  std::mt19937 random_{20261128};
};

std::string pgn_of(const Words& words, const std::string& result) {
  std::string text = "[Event \"Own\"]\n[Result \"" + result + "\"]\n\n";
  std::size_t column = 0;
  for (const std::string& word : words) {
    text += word;
    column += word.size() + 1;
    text += column > 70 ? '\n' : ' ';
    if (column > 70) column = 0;
  }
  return text + result + "\n\n";
}

// Returns the moves of each game in UCI notation.
Words lines_in(const std::string& path) {
  return lines_of(run_arbiter({"fmt", "-q", "--format", "uci", path}).output);
}

struct Kind {
  std::string name;
  std::function<void(Damage&, Words&)> damage;
  double whole;  // minimum share of games whose moves are read correctly
};

}  // namespace

TEST_CASE("no damaged sheet is another game without an error", "[damaged_sheets]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::string games = run_arbiter({"filter", "-q", "--limit", is_nightly() ? "4000" : "300",
                                         (*folder / "games" / "otb-players.pgn.zst").string()})
                                .output;
  const std::vector<Original> sound = originals(games);
  REQUIRE(sound.size() > 100);
  const std::vector<Kind> kinds = {
      {"split", &Damage::split, 0.95},
      {"glued", &Damage::glue, 0.95},
      {"stray", &Damage::stray, 0.95},
      {"prose", &Damage::prose, 0.95},
      {"exchanged", &Damage::exchange, 0.9},
      {"repeated", &Damage::repeat, 0.95},
      {"row missing", &Damage::drop_row, 0},
      {"move missing", &Damage::drop_move, 0},
      {"misprint", &Damage::misprint, 0.9},
      {"brace missing", &Damage::comment, 0.95},
      {"brace open", &Damage::open_comment, 0.85},
  };
  for (const Kind& kind : kinds) {
    Damage damage;
    std::string before;
    std::string after;
    for (const Original& game : sound) {
      Words words = game.words;
      before += pgn_of(words, game.result);
      kind.damage(damage, words);
      after += pgn_of(words, game.result);
    }
    const Words expected = lines_in(write_scratch("before.pgn", before));
    const std::string path = write_scratch("after.pgn", after);
    const Words read = lines_in(path);
    const std::set<std::uint64_t> errors = games_with_errors(path);
    CAPTURE(kind.name);
    REQUIRE(read.size() == sound.size());
    std::size_t whole = 0;
    Words silent;
    for (std::size_t game = 0; game < read.size(); ++game) {
      whole += read[game] == expected[game] ? 1 : 0;
      if (read[game] != expected[game] && !errors.contains(game + 1)) silent.push_back(read[game]);
    }
    CHECK(silent == Words());
    CHECK(static_cast<double>(whole) >= kind.whole * static_cast<double>(read.size()));
    const std::string written = run_arbiter({"fmt", "-q", path}).output;
    CHECK((run_arbiter({"fmt", "-q", write_scratch("written.pgn", written)}).output == written));
  }
}
