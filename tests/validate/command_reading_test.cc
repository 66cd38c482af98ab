// Compares the fast parser for commands in comments with the thorough one. The fast parser runs
// during tokenization, and accepts only the usual forms.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/reader.h"
#include "lib/validate/comment_checks.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

// Thirty plies that are legal from the initial position.
constexpr const char* kMoves[] = {"Nf3", "Nf6", "Nc3", "Nc6", "e3",  "e6",  "d3",  "d6",
                                  "Be2", "Be7", "O-O", "O-O", "a3",  "a6",  "b3",  "b6",
                                  "h3",  "h6",  "g3",  "g6",  "Kh1", "Kh8", "Kg1", "Kg8",
                                  "Kh1", "Kh8", "Kg1", "Kg8", "Kg2", "Kg7"};
constexpr const char* kControls[] = {"60+0",   "300+3",    "2/600:900",       "0+1",
                                     "*60",    "180+0.5",  "1/600:1/600:900", "?",
                                     "G/5;d5", "W300-B60", "1/86400",         "rapid"};

// Values of evaluations, squares, arrows and others: first usual ones, then unusual ones.
constexpr const char* kCommands[] = {
    "[%eval 0.17]",
    "[%eval -1.25,20]",
    "[%eval #3]",
    "[%eval #-12]",
    "[%eval 0]",
    "[%eval -12.5]",
    "[%eval 123.4567]",
    "[%eval 1234.5]",
    "[%eval 0.5.1]",
    "[%csl Ga1]",
    "[%csl Ga4,Rb5]",
    "[%cal Ra1h8]",
    "[%cal Ye2e4,Gg1f3]",
    "[%timestamp 1]",
    "[%ts 12,3]",
    "[%evp 0,81,-3]",
    "[%mct 01:23:45]",
    "[%egt 0:10:00]",
    "[%weather sunny. ]",
    "[%x]",
    "[%eval 99999]",
    "[%eval #0]",
    "[%eval 1.]",
    "[%eval x,1]",
    "[%csl Ga9]",
    "[%cal Ga1a1]",
    "[%csl ]",
    "[%clk]",
    "[%clk never]",
    "[%emt 5]",
    "[%emt 0.01]",
    "[%tqu]",
    "[%eval +1.2, 3]",
    "[%eval -#3]",
    "[%csl Ga4, Rb5]",
    "[% clk 1]",
    "[%eval\t0.1]",
    "[%clk 1:00:00",
};

std::string two(int number) {
  return std::string(1, static_cast<char>('0' + number / 10)) +
         static_cast<char>('0' + number % 10);
}

bool one_in(Random& random, int times) { return random_below(random, times) == 0; }

template <std::size_t kCount>
std::string any_of(const char* const (&words)[kCount], Random& random) {
  return words[random_below(random, static_cast<int>(kCount))];
}

// Returns a time in one of its spellings, mostly the usual one.
std::string time_text(int seconds, Random& random) {
  const std::string tail = two(seconds / 60 % 60) + ":" + two(seconds % 60);
  const int hours = seconds / 3600;
  switch (random_below(random, 12)) {
    case 0:
      return two(hours % 100) + ":" + tail;
    case 1:
      return std::to_string(hours) + ":" + tail + "." + std::to_string(random_below(random, 1000));
    case 2:
      return std::to_string(hours) + ":" + tail + "," + std::to_string(random_below(random, 10));
    case 3:
      return std::to_string(seconds / 60) + ":" + two(seconds % 60);
    case 4:
      return std::to_string(seconds) + "." + std::to_string(random_below(random, 10));
    case 5:
      return "0:75:0" + std::to_string(random_below(random, 10));
    case 6:
      return any_of({"-0:00:01", "+0:01:00", "1:2:3", "999:59:59.999", "1234:00:00", "0:00:60"},
                    random);
    default:
      return std::to_string(hours) + ":" + tail;
  }
}

std::string clock_command(const char* name, int seconds, Random& random) {
  const std::string blank = any_of({" ", " ", " ", " ", "  ", "\n", "\t"}, random);
  const std::string end = any_of({"]", "]", "]", "]", " ]", "\n]"}, random);
  return std::string("[%") + name + blank + time_text(seconds, random) + end;
}

std::string any_command(int seconds, Random& random) {
  switch (random_below(random, 3)) {
    case 0:
      return clock_command("clk", seconds, random);
    case 1:
      return clock_command("emt", seconds % 10, random);
    default:
      return any_of(kCommands, random);
  }
}

constexpr std::string_view kOddCharacters = "[]%{ \n:.,-#0195ahQx_\x80";

// Returns the text, sometimes with one byte changed, duplicated or omitted.
std::string perhaps_damaged(std::string text, int times, Random& random) {
  if (!one_in(random, times) || text.empty()) return text;
  const auto at = static_cast<std::size_t>(random_below(random, static_cast<int>(text.size())));
  switch (random_below(random, 3)) {
    case 0:
      text.erase(at, 1);
      return text;
    case 1:
      text.insert(at, 1, text[at]);
      return text;
    default:
      text[at] = kOddCharacters[static_cast<std::size_t>(
          random_below(random, static_cast<int>(kOddCharacters.size())))];
      return text;
  }
}

// Returns a comment with a clock and other text.
std::string comment(int seconds, Random& random) {
  const std::string blank = any_of({"", " "}, random);
  std::string text = "{" + blank;
  if (one_in(random, 15)) text += "Played at once. ";
  if (one_in(random, 3)) text += any_command(seconds, random) + blank;
  text += one_in(random, 8) ? clock_command("clk", seconds, random)
                            : "[%clk " + std::to_string(seconds / 3600) + ":" +
                                  two(seconds / 60 % 60) + ":" + two(seconds % 60) + "]";
  if (one_in(random, 3)) text += blank + any_command(seconds, random);
  if (one_in(random, 20)) text += any_of({" 12. Nf3", " {", " or so", " 1.5"}, random);
  return perhaps_damaged(text, 25, random) + blank + "} ";
}

// Returns a game with everything that may be between two clocks.
std::string random_game(Random& random) {
  std::string text =
      "[Event \"Winter Cup\"]\n[TimeControl \"" + any_of(kControls, random) + "\"]\n";
  if (one_in(random, 5)) text += "[Termination \"time forfeit\"]\n";
  text += "\n";
  if (one_in(random, 10)) text += comment(600, random);
  const bool is_calm = one_in(random, 2);
  int left[2] = {600, 600};
  const int plies = 1 + random_below(random, static_cast<int>(std::size(kMoves)));
  for (int ply = 0; ply < plies; ++ply) {
    if (one_in(random, 150)) text += "Qh5 ";  // an illegal move
    text += std::string(kMoves[ply]) + " ";
    int& clock = left[ply % 2];
    clock += is_calm ? random_below(random, 8) - 5 : random_below(random, 400) - 200;
    if (one_in(random, 30)) clock = 0;
    clock = std::max(clock, 0);
    if (one_in(random, 30)) continue;
    text += comment(clock, random);
    if (one_in(random, 40)) text += comment(clock + 5, random);
    if (one_in(random, 40)) {
      text += "(" + std::string(kMoves[ply]) + " " + comment(4000, random) + ") ";
    }
  }
  return text + (one_in(random, 2) ? "1-0" : "*") + "\n\n";
}

std::string findings_of(const CheckedGame& game) {
  std::string text;
  for (const Diagnostic& finding : game.findings) {
    text += std::to_string(static_cast<int>(finding.code)) + " " + std::to_string(finding.offset) +
            "+" + std::to_string(finding.length) + " " + finding.message + " " + finding.help +
            "\n";
  }
  return text;
}

TEST_CASE("commands from the fast parser have the same findings as from the careful one",
          "[commands]") {
  Random random(20);
  std::size_t found = 0;
  for (int round = 0; round < 100; ++round) {
    std::string games;
    for (int game = 0; game < 20; ++game) games += random_game(random);
    const auto at_once = check_games(games);
    const auto with_care = check_games_with_care(games);
    REQUIRE(at_once.size() == with_care.size());
    for (std::size_t at = 0; at < at_once.size(); ++at) {
      CAPTURE(round, at, games);
      REQUIRE(findings_of(at_once[at]) == findings_of(with_care[at]));
      found += at_once[at].ids_of("clocks").empty() ? 0 : 1;
    }
  }
  CHECK(found > 500);
}

// Runs the fast parser. Returns nothing if it rejects `text`. Sets all fields.
std::optional<CommentCommand> read_at_once(const std::string& text) {
  const std::string padded = text + std::string(kTextPadding, '\0');
  CommentCommand command{};
  const char* const stop = command_reader::read(padded.data(), command);
  if (stop == nullptr) return std::nullopt;
  REQUIRE(stop == padded.data() + command.length);
  return command;
}

void judge(const std::string& text, const CommentCommand& command) {
  CAPTURE(text);
  const std::string words = text.substr(0, text.find(']') + 1);
  REQUIRE(command.length == words.size());
  const auto fault = command_fault(words);
  const bool is_unknown = command.kind == CommandKind::Unknown;
  REQUIRE(fault.has_value() == is_unknown);
  if (is_unknown) REQUIRE(fault->code == DiagnosticCode::CommentCommandUnknown);
  if (is_unknown) REQUIRE(fault->words == words);
  const auto clock = read_clock_command(words);
  REQUIRE(clock.has_value() == is_time_command(command.kind));
  if (!clock) return;
  REQUIRE(clock->kind == command.kind);
  REQUIRE(clock->reading.time == ClockTime(command.milliseconds));
  REQUIRE(clock->reading.form == command.form);
  REQUIRE(clock->reading.has_fraction == command.has_fraction);
  REQUIRE(clock->reading.is_in_range);
  REQUIRE_FALSE(clock->reading.has_comma);
}

TEST_CASE("the fast parser agrees with the careful one", "[commands]") {
  Random random(21);
  int read = 0;
  constexpr int kRounds = 200'000;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text =
        perhaps_damaged(any_command(random_below(random, 40'000), random), 2, random) +
        any_of({"", " ", "}", "]", "[%clk 0:00:01]"}, random);
    const auto command = read_at_once(text);
    if (!command) continue;
    judge(text, *command);
    ++read;
  }
  CHECK(read > kRounds / 4);
  CHECK(read < kRounds * 3 / 4);
}

TEST_CASE("evaluations of digits and a point are read at once, as by the parser of any command",
          "[commands]") {
  const std::string alphabet = "-.05#]";
  constexpr std::size_t kLength = 6;
  std::array<std::size_t, kLength> at{};
  std::string padded = "[%eval ......]" + std::string(kTextPadding, '\0');
  int read = 0;
  for (std::size_t turn = 0; turn < kLength;) {
    for (std::size_t i = 0; i < kLength; ++i) padded[7 + i] = alphabet[at[i]];
    CommentCommand at_once{}, any{};
    const char* const stop = command_reader::read_usual_evaluation(padded.data(), at_once);
    if (stop != nullptr) {
      CAPTURE(padded);
      REQUIRE(stop == command_reader::read_any(padded.data(), any));
      REQUIRE(at_once.length == any.length);
      REQUIRE(at_once.kind == any.kind);
      ++read;
    }
    for (turn = 0; turn < kLength && ++at[turn] == alphabet.size(); ++turn) at[turn] = 0;
  }
  // The first two terms count texts that end at the last bracket, with and without a sign; the
  // others count texts that end earlier.
  CHECK(read == 96 + 48 + 288 + 40);
}

TEST_CASE("the fast parser accepts clocks of digits alone, and only in range", "[commands]") {
  for (const std::string good : {"[%clk 0:00:00]", "[%clk 00:00:00]", "[%clk 0:00:00.0]"}) {
    for (std::size_t at = 6; at < good.size(); ++at) {
      for (int byte = 1; byte < 256; ++byte) {
        std::string text = good;
        text[at] = static_cast<char>(byte);
        if (const auto command = read_at_once(text)) judge(text, *command);
      }
    }
  }
}

TEST_CASE("the fast parser accepts every time of day", "[commands]") {
  for (int seconds = 0; seconds < 100'000; seconds += 7) {
    const std::string tail = ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
    for (const std::string& hours : {std::to_string(seconds / 3600), two(seconds / 3600)}) {
      const auto command = read_at_once("[%clk " + hours + tail + "]");
      REQUIRE(command.has_value());
      REQUIRE(command->milliseconds == static_cast<std::uint32_t>(seconds) * 1000);
      REQUIRE(command->is_standard_time());
    }
  }
}

TEST_CASE("the fast parser accepts all usual commands of programs", "[commands]") {
  const std::string text = GENERATE(
      as<std::string>{}, "[%clk 0:03:00]", "[%clk 00:03:00]", "[%clk 0:03:00.5]", "[%clk 3:00]",
      "[%clk 58.6]", "[%clk  0:03:00 ]", "[%clk\n0:03:00]", "[%clk 1:5:07]", "[%clk 335:59:59]",
      "[%emt 0:00:05]", "[%emt 5]", "[%egt 0:10:00]", "[%mct 17:10:42]", "[%eval 0.17]",
      "[%eval -12.5]", "[%eval +0.3]", "[%eval 3]", "[%eval #-3]", "[%eval #3]", "[%eval 0.17,20]",
      "[%csl Ga1]", "[%csl Ga1,Rb5, Yh8]", "[%cal Ra1h8,Ge2e4]", "[%timestamp 1]", "[%ts 12]",
      "[%evp 0,81,-3]", "[%tqu \"En\",\"\"]", "[%anything at all.]", "[%x]");
  CAPTURE(text);
  const auto command = read_at_once(text);
  REQUIRE(command.has_value());
  judge(text, *command);
}

TEST_CASE("the fast parser leaves unusual values to the careful one", "[commands]") {
  const std::string text = GENERATE(
      as<std::string>{}, "[%clk]", "[%clk ]", "[%clk never]", "[%clk 0:75:00]", "[%clk -0:00:01]",
      "[%clk 0:00:58,6]", "[%clk 0:00:58.]", "[%clk 1:2:3:4]", "[%clk 1234:00:00]",
      "[%clk:0:01:00]", "[%clk 0:01:00", "[%eval]", "[%eval x]", "[%eval #0]", "[%eval 12345]",
      "[%eval 0.3,deep]", "[%csl Ga9]", "[%csl Ga1,]", "[%cal Ga1]", "[%cal Ga1a1]", "[%evp ]",
      "[%]", "[% clk 1]", "[%x {]", "[%x [y]]", "[%x y}", "[%x\n\n[Event \"y\"]", "[x]", "", "[");
  CAPTURE(text);
  CHECK_FALSE(read_at_once(text).has_value());
}

}  // namespace
}  // namespace arbiter::testing
