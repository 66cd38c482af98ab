// Compares incremental reading of growing files with reading them completely.
#include "tools/commands/check/watched_file.h"

#include <malloc.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

FileValidationOptions all_findings() {
  FileValidationOptions options;
  options.wanted.set();
  return options;
}

// Numbers of findings, by kind and position.
using Findings = std::map<std::string, int>;

std::string text_of(const FileLook::Found& found) {
  const Diagnostic& diagnostic = found.located.diagnostic;
  return std::string(entry_of(diagnostic.code).id) + " " + std::to_string(diagnostic.game) + " " +
         std::to_string(found.located.line) + ":" + std::to_string(found.located.column) + " " +
         std::to_string(diagnostic.offset) + " " + diagnostic.message + "\n" +
         found.located.excerpt;
}

// Follows a file like `watch`, and compares every incremental reading with a complete one.
class Watcher {
 public:
  explicit Watcher(std::string path, EventScope event = EventScope::File)
      : path_(std::move(path)), event_(event) {}

  void look() {
    file_.has_changed(path_);
    FileLook look = file_.look(path_, all_findings(), event_);
    readings_ += 1;
    partial_readings_ += look.begin > 0 ? 1 : 0;
    const std::uint64_t begin = look.begin;
    FileLook whole = look_at(path_, all_findings(), event_);
    CHECK(look.failure == whole.failure);
    // An incremental reading reports the findings in its part of the file, and those between games.
    Findings here;
    Findings there;
    for (const FileLook::Found& found : look.findings) ++here[text_of(found)];
    for (const FileLook::Found& found : whole.findings) {
      const bool is_in_part = found.is_of_event || found.located.diagnostic.offset >= begin;
      if (is_in_part) ++there[text_of(found)];
    }
    CHECK(here == there);
    for (const FileLook::Found& found : file_.news(std::move(look), milliseconds(0))) {
      ++reported_[key_of(found)];
    }
    for (const FileLook::Found& found : judge_.news(std::move(whole), milliseconds(0))) {
      ++judged_[key_of(found)];
    }
    CHECK(reported_ == judged_);
  }

  int readings() const { return readings_; }
  int partial_readings() const { return partial_readings_; }
  int reported() const { return static_cast<int>(reported_.size()); }

 private:
  static std::string key_of(const FileLook::Found& found) {
    const auto key = Baseline::key_of(found.located);
    return key.first + " " + std::to_string(key.second);
  }

  std::string path_;
  EventScope event_;
  WatchedFile file_;
  WatchedFile judge_;  // reads the whole file every time
  int readings_ = 0;
  int partial_readings_ = 0;
  Findings reported_;
  Findings judged_;
};

class GameMaker {
 public:
  std::string game(std::mt19937& random) {
    static const std::vector<std::string> kMoves = {
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O",
        "1. d4 d5 2. Ke3", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7", "1. c4 {\xfc} c5 2. 0-0",
        "1. Nf3 d5 2. g3 c6 3. Bg2 Bg4 4. O-O Nd7 5. h3 Bh5 ("};
    ++number_;
    const std::string result = random() % 2 == 0 ? "1-0" : "1/2-1/2";
    return "[Event \"Lindenau\"]\n[Site \"?\"]\n[Date \"2024.05.09\"]\n[Round \"" +
           std::to_string(number_ / 8 + 1) + "\"]\n[White \"Player, W" +
           std::to_string(random() % 900) + "\"]\n[Black \"Player, B" +
           std::to_string(random() % 900) + "\"]\n[Result \"" + result + "\"]\n\n" +
           kMoves[random() % 40 < 4 ? 1 + random() % 4 : 0] + " " + result + "\n\n";
  }

 private:
  int number_ = 0;
};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}
void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

std::string many_games(GameMaker& maker, std::mt19937& random, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += maker.game(random);
  return text;
}

TEST_CASE("a growing file is read in part, with the same findings", "[watched_file]") {
  const auto [event, line_end] = GENERATE(table<EventScope, std::string>(
      {{EventScope::File, "\n"}, {EventScope::Never, "\n"}, {EventScope::Never, "\r\n"}}));
  const std::string path = (scratch_folder() / "live.pgn").string();
  std::mt19937 random(5);
  GameMaker maker;
  const auto with_line_ends = [&line_end = line_end](const std::string& text) {
    std::string changed;
    for (const char c : text) changed += c == '\n' ? line_end : std::string(1, c);
    return changed;
  };
  write(path, with_line_ends(many_games(maker, random, 300'000)));
  Watcher watcher(path, event);
  watcher.look();
  watcher.look();
  for (int step = 0; step < 12; ++step) {
    // The parts end anywhere, as programs write them.
    const std::string game = with_line_ends(maker.game(random));
    const std::size_t cut = random() % game.size();
    append(path, game.substr(0, cut));
    if (step % 2 == 0) watcher.look();
    append(path, game.substr(cut));
    watcher.look();
  }
  CHECK(watcher.partial_readings() > 15);
  CHECK(watcher.reported() > 30);
}

struct Change {
  const char* what;
  std::string (*make)(const std::string& text);
  bool is_partial;  // whether the next reading may be incremental
};

TEST_CASE("a file that did more than grow is read from its start", "[watched_file]") {
  const std::string more = "[Event \"Lindenau\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
  const Change change = GENERATE(values<Change>({
      {"it grew", [](const std::string& text) { return text + "\n1. e4 e5 *\n"; }, true},
      {"it shrank", [](const std::string& text) { return text.substr(0, text.size() - 5000); },
       false},
      {"the same length",
       [](const std::string& text) {
         std::string changed = text;
         changed[changed.size() - 9] = 'x';
         return changed;
       },
       false},
      {"the last finished game changed",
       [](const std::string& text) {
         std::string changed = text + "\n1. e4 e5 *\n";
         changed[changed.rfind("Player, W") + 8 - 6000] = '#';
         return changed;
       },
       false},
      {"a game in front",
       [](const std::string& text) {
         return "[Event \"Lindenau\"]\n[Result \"*\"]\n\n1. e4 Ke7 *\n\n" + text;
       },
       false},
      {"another beginning", [](const std::string& text) { return "1. e5 *\n" + text; }, false},
      {"nothing is left", [](const std::string&) { return std::string(); }, false},
  }));
  CAPTURE(change.what);
  const std::string path = (scratch_folder() / "live.pgn").string();
  std::mt19937 random(6);
  GameMaker maker;
  std::string text = many_games(maker, random, 300'000);
  write(path, text);
  Watcher watcher(path);
  watcher.look();
  text += maker.game(random);
  write(path, text);
  watcher.look();
  REQUIRE(watcher.partial_readings() == 1);
  write(path, change.make(text));
  watcher.look();
  CHECK(watcher.partial_readings() == (change.is_partial ? 2 : 1));
  watcher.look();
  append(path, more);
  watcher.look();
}

TEST_CASE("unfinished games are read again, finished ones are not", "[watched_file]") {
  const std::string path = (scratch_folder() / "live.pgn").string();
  std::mt19937 random(7);
  GameMaker maker;
  const std::string finished = many_games(maker, random, 300'000);
  std::string moves = "1. e4 e5";
  const auto live = [&](const std::string& result) {
    return "[Event \"Lindenau\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"" + result + "\"]\n\n" +
           moves + " " + result + "\n\n";
  };
  write(path, finished + live("*") + maker.game(random));
  Watcher watcher(path);
  watcher.look();
  for (const char* move : {" 2. Nf3 Nc6", " 3. Bb5 a6", " 4. Bxa7", " 4. Ba4 Nf6", " 5. O-O"}) {
    moves += move;
    write(path, finished + live("*") + maker.game(random));
    watcher.look();
  }
  write(path, finished + live("1-0") + maker.game(random) + maker.game(random));
  watcher.look();
  watcher.look();
  CHECK(watcher.partial_readings() > 3);
}

TEST_CASE("the remembered findings follow the current text of the file", "[watched_file]") {
  const std::string path = (scratch_folder() / "live.pgn").string();
  std::mt19937 random(8);
  WatchedFile file;
  const auto look = [&] {
    file.has_changed(path);
    file.news(file.look(path, all_findings(), EventScope::File), milliseconds(0));
  };
  // A day of rounds. Each is written game by game, into a file that replaces the previous one.
  const auto a_round = [&] {
    GameMaker maker;
    write(path, many_games(maker, random, 300'000));
    look();
    for (int game = 0; game < 12; ++game) {
      append(path, maker.game(random));
      look();
    }
  };
  std::size_t least = SIZE_MAX;
  std::size_t most = 0;
  for (int round = 0; round < 24; ++round) {
    a_round();
    if (round < 4) continue;
    const std::size_t bytes = ::mallinfo2().uordblks;
    least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
  CHECK(most - least < least / 4);
}

}  // namespace
TEST_CASE("an unfinished game is reported once, however long it lasts", "[watched_file]") {
  const std::string path = (scratch_folder() / "live.pgn").string();
  const std::string tags =
      "[Event \"A\"]\n[Site \"?\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n[White \"B\"]\n[Black "
      "\"C\"]\n[Result \"*\"]\n\n";
  WatchedFile file;
  std::size_t reported = 0;
  for (const char* moves : {"1. e4", "1. e4 e5", "1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 Nc6"}) {
    write(path, tags + moves + "\n");
    file.has_changed(path);
    for (const FileLook::Found& found :
         file.news(file.look(path, all_findings(), EventScope::File), milliseconds(0))) {
      reported += found.located.diagnostic.code == DiagnosticCode::TerminatorMissing ? 1 : 0;
    }
  }
  CHECK(reported == 1);
}

}  // namespace arbiter::testing
