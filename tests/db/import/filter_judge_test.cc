// Compares filters with a slow evaluation of the exported games, and with an import with --where.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "db/model/column_values.h"
#include "db/model/filter_fields.h"
#include "db/model/filter_text.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/openings/opening_table.h"
#include "tests/db/game_numbers.h"
#include "tests/db/import_run.h"
#include "tests/db/judged_games.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

constexpr std::size_t kGames = 150;
constexpr std::size_t kFiles = 3;
constexpr int kCombinations = 200;
constexpr int kQuestions = 300;  // number of numeric conditions

// A condition, and an equivalent function.
struct Case {
  std::string text;
  std::function<bool(const JudgedGame& game)> judge;
  bool is_for_imports = true;
};

bool is_among(const std::string& word, const Words& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Case tag_case(const std::string& text, const std::string& tag, const Words& values) {
  return {text, [=](const JudgedGame& game) { return is_among(game.tag(tag), values); }};
}

Case number_case(const std::string& text, const std::string& tag, int min, int max) {
  return {text, [=](const JudgedGame& game) {
            return game.number(tag) != 0 && game.number(tag) >= min && game.number(tag) <= max;
          }};
}

struct CodeAndName {
  std::string eco, name;
};

// Returns the opening of the last named position, looked up one by one.
CodeAndName played_opening(const JudgedGame& game) {
  CodeAndName last;
  if (game.is_unchecked) return last;
  for (const Position& position : game.positions) {
    if (const Opening* opening = known_openings().find(position.key()))
      last = {std::string(opening->eco), std::string(opening->name)};
  }
  return last;
}

std::string code_of(const JudgedGame& game) {
  const std::string tag = game.tag("ECO");
  return tag.empty() || tag == "?" ? played_opening(game).eco : tag;
}

Case code_case(const std::string& text, const std::string& first, const std::string& last) {
  return {text, [=](const JudgedGame& game) {
            const std::string code = code_of(game);
            return code >= first && code <= last;
          }};
}

const Words kCarlsens = {"Carlsen, Magnus", "Carlsen,M"};

bool has_pieces(const Position& position, const std::string& letters) {
  std::string men;
  for (int i = 0; i < kSquareCount; ++i) {
    if (const auto piece = position.board().at(square_at(i))) men += letter_of(*piece);
  }
  return std::count(men.begin(), men.end(), letters[0]) == letters[1] - '0';
}

bool has_met(const JudgedGame& game, const Words& ones, const Words& others) {
  const std::string white = game.tag("White");
  const std::string black = game.tag("Black");
  return (is_among(white, ones) && is_among(black, others)) ||
         (is_among(white, others) && is_among(black, ones));
}

std::vector<Case> name_cases() {
  return {
      tag_case("white = Carlsen, M", "White", kCarlsens),
      tag_case("white = \"=Carlsen, M\"", "White", {"Carlsen,M"}),
      tag_case("white = ?", "White", {"?", ""}),
      tag_case("white = *arls", "White", kCarlsens),
      tag_case("white = ~karlson", "White", kCarlsens),
      tag_case("black = \"*nan, v\"", "Black", {"Anand, V"}),
      tag_case("black = karp|tal", "Black", {"Karpova, Anna", "Tal"}),
      tag_case("event = blitz world", "Event", {"World Blitz"}),
      tag_case("event = \"rest and\"", "Event", {"Rest and Play"}),
      tag_case("event = open (rapid)", "Event", {"Open (rapid)"}),
      tag_case("site = wijk", "Site", {"Wijk aan Zee"}),
      {"player = Anand|=Tal",
       [](const JudgedGame& game) {
         const Words names = {"Anand, V", "Tal"};
         return is_among(game.tag("White"), names) || is_among(game.tag("Black"), names);
       }},
      {"between = Carlsen, M VS Anand",
       [](const JudgedGame& game) { return has_met(game, kCarlsens, {"Anand, V"}); }},
      {"between = Carlsen vs Carlsen",
       [](const JudgedGame& game) { return has_met(game, kCarlsens, kCarlsens); }},
  };
}

std::vector<Case> number_cases() {
  const auto both = [](const JudgedGame& game, int min) {
    return game.number("WhiteElo") >= min && game.number("BlackElo") >= min;
  };
  return {
      number_case("white-elo = 2400..2500", "WhiteElo", 2400, 2500),
      number_case("white_elo <= 2400", "WhiteElo", 1, 2400),
      number_case("black-elo > 2500", "BlackElo", 2501, 9999),
      {"elo >= 2450", [=](const JudgedGame& game) { return both(game, 2450); }},
      {"elo = 2400..2450|2650..",
       [=](const JudgedGame& game) {
         const int white = game.number("WhiteElo");
         return both(game, 2650) ||
                (both(game, 2400) && white <= 2450 && game.number("BlackElo") <= 2450);
       }},
      {"plies < 10", [](const JudgedGame& game) { return game.plies() && *game.plies() < 10; }},
      {"plies = 5..20,40..",
       [](const JudgedGame& game) {
         const int plies = game.plies().value_or(0);
         return (plies >= 5 && plies <= 20) || plies >= 40;
       }},
      {"game = 2,5..9, 140..",
       [](const JudgedGame& game) {
         return game.id == 2 || (game.id >= 5 && game.id <= 9) || game.id >= 140;
       },
       false},
      {"game != 7", [](const JudgedGame& game) { return game.id != 7; }, false},
      code_case("eco = B9", "B90", "B99"),
      {"eco = B90,C",
       [](const JudgedGame& game) {
         const std::string code = code_of(game);
         return code == "B90" || code[0] == 'C';
       }},
      code_case("eco >= B97", "B97", "E99"),
      tag_case("date = 1950", "Date", {"1950.05.17", "1950.05.??", "1950.??.??"}),
      tag_case("date = 1950.05", "Date", {"1950.05.17", "1950.05.??"}),
      tag_case("date > 1950.05.16", "Date", {"1950.05.17", "1951.12.31"}),
      tag_case("date = 1950.05.17|1951", "Date", {"1950.05.17", "1951.12.31"}),
  };
}

std::vector<Case> tag_cases() {
  return {
      tag_case("round = 3", "Round", {"3", "3.1", "3.2"}),
      tag_case("round = 3.2", "Round", {"3.2"}),
      tag_case("round = 2..3", "Round", {"2", "3", "3.1", "3.2"}),
      tag_case("round > 3", "Round", {"10"}),
      tag_case("round < 3.2", "Round", {"1", "2", "3", "3.1"}),
      tag_case("round = final", "Round", {"Final"}),
      tag_case("round = ?", "Round", {"?", ""}),
      {"title = GM",
       [](const JudgedGame& game) {
         return game.tag("WhiteTitle") == "GM" || game.tag("BlackTitle") == "GM";
       }},
      {"title = im,wgm",
       [](const JudgedGame& game) {
         return game.tag("WhiteTitle") == "IM" || game.tag("BlackTitle") == "WGM";
       }},
      tag_case("time-control = 300+5", "TimeControl", {"300+5"}),
      tag_case("time-control = 600", "TimeControl", {"600", "600+0"}),
      tag_case("time-control = 3 min + 2 sec", "TimeControl", {"180 + 2"}),
      tag_case("time-control != 600+0", "TimeControl",
               {"", "300+5", "180 + 2", "40/7200:3600", "?", "-"}),
      tag_case("time-control = ?|-", "TimeControl", {"?", "-", ""}),
      tag_case("tag.annotator = gar kasp", "Annotator", {"Kasparov, Garry"}),
      tag_case("tag.Annotator = ?", "Annotator", {""}),
      tag_case("tag.Annotator = \"/^kasp.*(x|y)$/\"", "Annotator", {"Kasparov, Garry"}),
      tag_case("tag.Annotator = \"/^$/|/x{3}/\"", "Annotator", {""}),
      tag_case("tag.White = \"/^Carlsen, ?M/\"", "White", kCarlsens),
      tag_case("tag.Termination = time|abandoned", "Termination", {"time forfeit", "abandoned"}),
      tag_case("tag.White = Carl", "White", kCarlsens),
      tag_case("tag.Date = 1950", "Date", {"1950.05.17", "1950.05.??", "1950.??.??"}),
      {"result = 1-0|draw",
       [](const JudgedGame& game) {
         return is_among(game.result, {"1-0", "1/2-1/2"});
       }},
      {"result = *", [](const JudgedGame& game) { return game.result == "*"; }},
  };
}

// Returns whether a comment in the main line contains the text, after a move of the player, or of
// either player if none is given.
std::function<bool(const JudgedGame&)> has_remark(const std::string& text,
                                                  std::optional<Color> player = {}) {
  return [=](const JudgedGame& game) {
    return std::any_of(game.remarks.begin(), game.remarks.end(), [&](const auto& remark) {
      return remark.text.find(text) != std::string::npos && (!player || remark.player == *player);
    });
  };
}

std::vector<Case> comparison_cases() {
  const auto elos = [](const JudgedGame& game, auto compare) {
    const int white = game.number("WhiteElo");
    const int black = game.number("BlackElo");
    return white != 0 && black != 0 && compare(white, black);
  };
  return {
      {"white-elo > black-elo",
       [=](const JudgedGame& game) {
         return elos(game, [](int white, int black) { return white > black; });
       }},
      {"abs(black-elo - white_elo) >= 2*100 + 50",
       [=](const JudgedGame& game) {
         return elos(game, [](int white, int black) { return std::abs(white - black) >= 250; });
       }},
      {"(white-elo + black-elo) / 2 >= 2500",
       [=](const JudgedGame& game) {
         return elos(game, [](int white, int black) { return white + black >= 5000; });
       }},
      {"white-elo - 2400 <= plies * 3",
       [](const JudgedGame& game) {
         return game.number("WhiteElo") != 0 && game.plies() &&
                game.number("WhiteElo") - 2400 <= *game.plies() * 3;
       }},
      {"tag.Key > 100", [](const JudgedGame& game) { return game.number("Key") > 100; }},
      {"tag.WhiteElo != tag.BlackElo",
       [=](const JudgedGame& game) {
         return elos(game, [](int white, int black) { return white != black; });
       }},
      {"base-time = 300",
       [](const JudgedGame& game) { return game.tag("TimeControl") == "300+5"; }},
      {"base-time = 180",
       [](const JudgedGame& game) { return game.tag("TimeControl") == "180 + 2"; }},
      {"increment < 2",
       [](const JudgedGame& game) {
         return is_among(game.tag("TimeControl"), {"600", "600+0", "40/7200:3600"});
       }},
  };
}

// Returns whether a move of the player, or of either player if none is given, costs at least
// `pawns`. Both evaluations are looked up among all comments; a mate in 3 counts as 10 pawns.
std::function<bool(const JudgedGame&)> has_drop(double pawns, std::optional<Color> player = {}) {
  const auto evaluation = [](const JudgedGame& game, int moves) -> std::optional<double> {
    for (const auto& [text, number] :
         std::map<std::string, double>{{"-0.75", -0.75}, {"2.5", 2.5}, {"#-3", -10}}) {
      for (const auto& remark : game.remarks) {
        if (remark.moves == moves && remark.text.find("[%eval " + text + "]") != std::string::npos)
          return number;
      }
    }
    return std::nullopt;
  };
  return [=](const JudgedGame& game) {
    for (const auto& remark : game.remarks) {
      const auto before = evaluation(game, remark.moves - 1);
      const auto after = evaluation(game, remark.moves);
      if (!before || !after || (player && remark.player != *player)) continue;
      const double lost = remark.player == Color::White ? *before - *after : *after - *before;
      if (lost >= pawns) return true;
    }
    return false;
  };
}

std::vector<Case> comment_cases() {
  return {
      {"blunder = 3", has_drop(3)},
      {"white-blunder = 3.25", has_drop(3.25, Color::White)},
      {"black-blunder = 3.26|15", has_drop(3.26, Color::Black)},
      {"blunder != 4",
       [](const JudgedGame& game) { return has_drop(-99)(game) && !has_drop(4)(game); }},
      {"has = comments", has_remark("good")},
      {"has = evals,nags", has_remark("[%eval")},
      {"comment = GOOD", has_remark("good")},
      {"eval = 2..", has_remark("[%eval 2.5]")},
      {"eval < -0.5",
       [](const JudgedGame& game) {
         return has_remark("[%eval -0.75]")(game) || has_remark("[%eval #-3]")(game);
       }},
      {"eval = -1..2.49", has_remark("[%eval -0.75]")},
      {"white-clock = ..60", has_remark("[%clk 0:00:45]", Color::White)},
      {"black-clock >= 600", has_remark("[%clk 0:10:00]", Color::Black)},
  };
}

std::vector<Case> other_cases() {
  return {
      {"ending = time,abandoned",
       [](const JudgedGame& game) {
         return is_among(game.ending, {"time", "abandoned"});
       }},
      {"ending != unknown", [](const JudgedGame& game) { return game.ending != "unknown"; }},
      {"finding = result-mismatch",
       [](const JudgedGame& game) { return is_among("result-mismatch", game.findings); }},
      {"finding = legality",
       [](const JudgedGame& game) {
         return is_among("no-such-piece", game.findings) ||
                std::any_of(game.findings.begin(), game.findings.end(), [](const std::string& id) {
                  return entry_of(*parse_code(id)).group == Group::Legality;
                });
       }},
      {"opening = pawn game",
       [](const JudgedGame& game) {
         const std::string name = played_opening(game).name;
         return name.find("Pawn") != std::string::npos && name.find("Game") != std::string::npos;
       }},
      {"opening = A0|?",
       [](const JudgedGame& game) {
         const std::string code = played_opening(game).eco;
         return code.empty() || code.starts_with("A0");
       }},
      {"opening = \"=King's Pawn Game\"",
       [](const JudgedGame& game) { return played_opening(game).name == "King's Pawn Game"; }},
      {"key = 823c9b50fd114196",
       [](const JudgedGame& game) {
         return !game.is_unchecked &&
                std::any_of(
                    game.positions.begin(), game.positions.end(), [](const Position& position) {
                      return static_cast<std::uint64_t>(position.key()) == 0x823c9b50fd114196;
                    });
       }},
      {"key = 823c9b50fd114196|830eb9b20758d1de",
       [](const JudgedGame& game) {
         return !game.is_unchecked &&
                std::any_of(game.positions.begin(), game.positions.end(),
                            [](const Position& position) {
                              const auto key = static_cast<std::uint64_t>(position.key());
                              return key == 0x823c9b50fd114196 || key == 0x830eb9b20758d1de;
                            });
       }},
      {"flag = incomplete", [](const JudgedGame& game) { return game.is_incomplete; }},
      {"flag = incomplete,unchecked",
       [](const JudgedGame& game) { return game.is_incomplete || game.is_unchecked; }},
      {"source = GAMES1",
       [](const JudgedGame& game) { return game.source.find("games1") != std::string::npos; }},
      {"material = KQ{0}R{0,9}B{0,9}N{0,9}P{0,8}kq{0,9}r{0,9}b{0,9}n{0,9}p{0,8}",
       [](const JudgedGame& game) {
         return !game.is_unchecked &&
                std::any_of(game.positions.begin(), game.positions.end(),
                            [](const Position& position) { return has_pieces(position, "Q0"); });
       }},
      {"pattern = no Q",
       [](const JudgedGame& game) {
         return !game.is_unchecked &&
                std::any_of(game.positions.begin(), game.positions.end(),
                            [](const Position& position) { return has_pieces(position, "Q0"); });
       }},
  };
}

// The numbers of a game denoted by a keyword of --where.
struct NumberWord {
  std::string word;
  std::vector<std::string> values;  // values to compare with
  std::function<std::vector<double>(const JudgedGame& game)> numbers;
  bool is_of_both = false;  // every number must match, and two must be known
};

// Returns the numbers whose comments appear after a move of the player, or of either player.
std::vector<double> remarked(const JudgedGame& game, const std::map<std::string, double>& numbers,
                             std::optional<Color> player = {}) {
  std::vector<double> found;
  for (const auto& [text, number] : numbers) {
    if (has_remark(text, player)(game)) found.push_back(number);
  }
  return found;
}

std::vector<double> known_only(std::initializer_list<double> numbers) {
  std::vector<double> known;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(known),
               [](double number) { return number != 0; });
  return known;
}

std::vector<NumberWord> number_words() {
  const std::map<std::string, double> clocks = {{"[%clk 0:00:45]", 45}, {"[%clk 0:10:00]", 600}};
  const std::map<std::string, double> evaluations = {
      {"[%eval -0.75]", -0.75}, {"[%eval 2.5]", 2.5}, {"[%eval #-3]", -HUGE_VAL}};
  return {
      {"white-elo",
       {"2400", "2500", "2650"},
       [](const JudgedGame& game) { return known_only({double(game.number("WhiteElo"))}); }},
      {"black-elo",
       {"1900", "2500", "2700"},
       [](const JudgedGame& game) { return known_only({double(game.number("BlackElo"))}); }},
      {"elo",
       {"2500", "2650", "2000"},
       [](const JudgedGame& game) {
         return known_only({double(game.number("WhiteElo")), double(game.number("BlackElo"))});
       },
       true},
      {"plies",
       {"0", "1", "20", "59"},
       [](const JudgedGame& game) {
         return game.plies() ? std::vector<double>{double(*game.plies())} : std::vector<double>();
       }},
      {"white-clock",
       {"45", "60", "600"},
       [=](const JudgedGame& game) { return remarked(game, clocks, Color::White); }},
      {"black-clock",
       {"45", "60", "600"},
       [=](const JudgedGame& game) { return remarked(game, clocks, Color::Black); }},
      {"eval",
       {"-0.75", "0", "2.5"},
       [=](const JudgedGame& game) { return remarked(game, evaluations); }},
  };
}

bool holds(double number, const std::string& sign, double value) {
  if (sign == "=") return number == value;
  if (sign == "<") return number < value;
  if (sign == "<=") return number <= value;
  return sign == ">" ? number > value : number >= value;
}

// Returns a random comparison of a field with a number. The slow evaluation compares all known
// numbers of the game.
Case field_question(Random& random) {
  static const std::vector<NumberWord> words = number_words();
  static const Words signs = {"=", "!=", "<", "<=", ">", ">="};
  const NumberWord& word = words[random() % words.size()];
  const std::string value = word.values[random() % word.values.size()];
  std::string sign = signs[random() % signs.size()];
  if (word.word == "plies" && value == "0" && sign == "<") sign = "<=";
  const auto judge = [=](const JudgedGame& game) {
    const std::vector<double> numbers = word.numbers(game);
    if (numbers.size() < (word.is_of_both ? 2U : 1U)) return false;
    const auto matches = [&](double number) {
      return holds(number, sign == "!=" ? "=" : sign, std::stod(value));
    };
    const bool is_match = word.is_of_both ? std::all_of(numbers.begin(), numbers.end(), matches)
                                          : std::any_of(numbers.begin(), numbers.end(), matches);
    return is_match != (sign == "!=");
  };
  return {word.word + " " + sign + " " + value, judge};
}

// Returns a comparison of two numbers of the game, which may be unknown.
Case pair_question(Random& random) {
  struct Operand {
    std::string text;
    std::function<std::optional<double>(const JudgedGame& game)> number;
  };
  const auto elo = [](const std::string& tag, double factor) {
    return [=](const JudgedGame& game) {
      const int number = game.number(tag);
      return number == 0 ? std::nullopt : std::optional(number * factor);
    };
  };
  const auto clock = [](std::map<std::string, double> numbers) {
    return [=](const JudgedGame& game) -> std::optional<double> {
      const auto found = numbers.find(game.tag("TimeControl"));
      return found == numbers.end() ? std::nullopt : std::optional(found->second);
    };
  };
  const std::vector<Operand> operands = {
      {"white-elo", elo("WhiteElo", 1)},
      {"black-elo", elo("BlackElo", 1)},
      {"tag.WhiteElo / 2", elo("WhiteElo", 0.5)},
      {"plies * 50",
       [](const JudgedGame& game) {
         return game.plies() ? std::optional(*game.plies() * 50.0) : std::nullopt;
       }},
      {"base-time", clock({{"300+5", 300},
                           {"600", 600},
                           {"600+0", 600},
                           {"180 + 2", 180},
                           {"40/7200:3600", 7200}})},
      {"increment * 200 + 0",
       clock({{"300+5", 1000}, {"600", 0}, {"600+0", 0}, {"180 + 2", 400}, {"40/7200:3600", 0}})},
  };
  static const Words signs = {"=", "!=", "<", "<=", ">", ">="};
  const Operand left = operands[random() % operands.size()];
  const Operand right = operands[random() % operands.size()];
  const std::string sign = signs[random() % signs.size()];
  return {left.text + " " + sign + " " + right.text, [=](const JudgedGame& game) {
            const auto a = left.number(game);
            const auto b = right.number(game);
            if (!a || !b) return false;
            return sign == "!=" ? *a != *b : holds(*a, sign, *b);
          }};
}

// Returns one to three comparisons, combined with and, or and not.
Case number_question(Random& random) {
  Case question = random() % 3 == 0 ? pair_question(random) : field_question(random);
  if (random() % 5 == 0) {
    question = {"not " + question.text,
                [question](const JudgedGame& game) { return !question.judge(game); }};
  }
  if (random() % 2 == 0) return question;
  const Case other = number_question(random);
  const bool is_any = random() % 2 == 0;
  return {"(" + question.text + (is_any ? " or " : " and ") + other.text + ")",
          [=](const JudgedGame& game) {
            return is_any ? question.judge(game) || other.judge(game)
                          : question.judge(game) && other.judge(game);
          }};
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> cases;
    for (auto some : {name_cases(), number_cases(), tag_cases(), comparison_cases(),
                      comment_cases(), other_cases()}) {
      cases.insert(cases.end(), some.begin(), some.end());
    }
    return cases;
  }();
  return all;
}

Case combination(Random& random, int depth) {
  if (depth == 0 || random() % 4 == 0) return cases()[random() % cases().size()];
  Case left = combination(random, depth - 1);
  if (random() % 4 == 0) {
    return {"not (" + left.text + ")", [left](const JudgedGame& game) { return !left.judge(game); },
            left.is_for_imports};
  }
  const Case right = combination(random, depth - 1);
  const bool is_for_imports = left.is_for_imports && right.is_for_imports;
  if (random() % 2 == 0) {
    return {"(" + left.text + " or " + right.text + ")",
            [=](const JudgedGame& game) { return left.judge(game) || right.judge(game); },
            is_for_imports};
  }
  return {"(" + left.text + ") AND (" + right.text + ")",
          [=](const JudgedGame& game) { return left.judge(game) && right.judge(game); },
          is_for_imports};
}

// A database imported from several files, and the slow evaluation of its games.
struct Collection {
  Collection() {
    Random random(12);
    for (std::size_t file = 0; file < kFiles; ++file) {
      std::string text;
      for (std::size_t i = 0; i < kGames / kFiles; ++i) text += random_pgn(++keys, random);
      paths.push_back(folder.write(fmt::format("games{}.pgn", file), text));
    }
    import_into(*database, paths);
    games = judged_games(*database);
  }

  TemporaryFolder folder;
  std::size_t keys = 0;
  Words paths;
  std::unique_ptr<Database> database = empty_database();
  std::vector<JudgedGame> games;
};

const Collection& collection() {
  static const Collection collection;
  return collection;
}

GameFilter parsed(const std::string& text) {
  auto filter = parse_filter(text);
  INFO(text);
  if (!filter) FAIL(filter.error());
  return *filter;
}

std::vector<std::int64_t> expected_games(const Case& test) {
  std::vector<std::int64_t> games;
  for (const JudgedGame& game : collection().games) {
    if (test.judge(game)) games.push_back(game.id);
  }
  return games;
}

std::vector<std::int64_t> selected_games(const GameFilter& filter) {
  return numbers_of(SqliteReader(*collection().database).select(filter));
}

// Returns the ids in the whole collection, from the tag Key.
std::vector<std::int64_t> imported_games(const GameFilter& filter) {
  ImportOptions options;
  options.where = filter;
  const auto database = empty_database();
  import_into(*database, collection().paths, options);
  std::vector<std::int64_t> keys;
  for (const JudgedGame& game : judged_games(*database))
    keys.push_back(std::stoll(game.tag("Key")));
  return keys;
}

}  // namespace

TEST_CASE("every field has a condition in the cases", "[filter]") {
  for (const FilterField& field : filter_fields()) {
    INFO("no case in filter_judge_test.cc begins with " << field.name);
    CHECK(std::any_of(cases().begin(), cases().end(), [&](const Case& test) {
      return test.text.starts_with(fmt::format("{}{}", field.name, field.has_key ? "." : " "));
    }));
  }
}

TEST_CASE("each condition selects the games of a slow evaluation", "[filter]") {
  REQUIRE(collection().games.size() == kGames);
  for (const Case& test : cases()) {
    CAPTURE(test.text);
    const auto expected = expected_games(test);
    CHECK(!expected.empty());
    CHECK(expected.size() < kGames);
    CHECK(selected_games(parsed(test.text)) == expected);
    if (test.is_for_imports) CHECK(imported_games(parsed(test.text)) == expected);
  }
}

TEST_CASE(
    "every combination by and, or, not and parentheses selects the games of a slow evaluation",
    "[filter]") {
  Random random(2026);
  for (int i = 0; i < kCombinations; ++i) {
    const Case test = combination(random, 4);
    CAPTURE(i, test.text);
    const GameFilter filter = parsed(test.text);
    const auto expected = expected_games(test);
    REQUIRE(selected_games(filter) == expected);
    REQUIRE(selected_games(parsed(to_string(filter))) == expected);
    if (test.is_for_imports) REQUIRE(imported_games(filter) == expected);
  }
}

TEST_CASE("a condition on the player's side depends on the colour", "[filter]") {
  const auto is_tal = [](const JudgedGame& game, const std::string& color) {
    return game.tag(color) == "Tal";
  };
  const std::pair<std::pair<std::string, std::string>, std::function<bool(const JudgedGame&)>>
      sides[] = {{{"black-elo = 2500..", "white-elo = 2500.."},
                  [&](const JudgedGame& game) {
                    return (is_tal(game, "White") && game.number("BlackElo") >= 2500) ||
                           (!is_tal(game, "White") && is_tal(game, "Black") &&
                            game.number("WhiteElo") >= 2500);
                  }},
                 {{"white-blunder = 1", "black-blunder = 1"}, [&](const JudgedGame& game) {
                    return (is_tal(game, "White") && has_drop(1, Color::White)(game)) ||
                           (!is_tal(game, "White") && is_tal(game, "Black") &&
                            has_drop(1, Color::Black)(game));
                  }}};
  for (const auto& [texts, judge] : sides) {
    CAPTURE(texts.first);
    const GameFilter filter =
        with_player_condition(parsed("player = Tal"), parsed(texts.first), parsed(texts.second));
    const auto expected = expected_games({"", judge});
    CHECK(!expected.empty());
    CHECK(selected_games(filter) == expected);
    CHECK(selected_games(parsed(to_string(filter))) == expected);
  }
}

TEST_CASE("a comparison with an unknown number does not hold, whoever moves first", "[filter]") {
  Random random(5);
  for (int i = 0; i < kQuestions; ++i) {
    const Case test = number_question(random);
    CAPTURE(i, test.text);
    const auto expected = expected_games(test);
    REQUIRE(selected_games(parsed(test.text)) == expected);
    REQUIRE(selected_games(parsed(to_string(parsed(test.text)))) == expected);
    REQUIRE(imported_games(parsed(test.text)) == expected);
  }
}

TEST_CASE("dates with unknown parts are unequal only if no possible day is the same", "[filter]") {
  const auto dates = [](const std::string& text, bool accepts_possible) {
    GameFilter filter = parsed(text);
    if (accepts_possible) accept_possible_dates(filter);
    std::set<std::string> found;
    for (const std::int64_t id : selected_games(filter)) {
      for (const JudgedGame& game : collection().games) {
        if (game.id == id) found.insert(game.tag("Date"));
      }
    }
    return found;
  };
  using Dates = std::set<std::string>;
  CHECK(dates("date != 1950", false) == Dates{"1951.12.31"});
  CHECK(dates("date != 1950.05.17", false) == Dates{"1951.12.31"});
  CHECK(dates("date != 1951", false) == Dates{"1950.05.17", "1950.05.??", "1950.??.??"});
  CHECK(dates("date != 1950.05.17", true) ==
        Dates{"1950.05.??", "1950.??.??", "1951.12.31", "????.??.??"});
}
