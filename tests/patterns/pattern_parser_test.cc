#include "lib/patterns/pattern_parser.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/text.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_text.h"
#include "tests/patterns/queries.h"

using namespace arbiter::testing;

namespace {

PatternError error_of(std::string_view text) {
  const auto read = parse_pattern(text);
  const auto* error = std::get_if<PatternError>(&read);
  CAPTURE(text);
  REQUIRE(error != nullptr);
  return *error;
}

}  // namespace

TEST_CASE("every query of the list is a pattern", "[patterns]") {
  for (const std::string_view text : kTwentyQueries) {
    const auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
  }
}

TEST_CASE("a mistake is marked in its place, with a suggestion", "[patterns]") {
  struct Case {
    std::string text;
    std::string marked;   // marked text; empty for the end of the text
    std::string message;  // part of the message
    std::string help;     // part of the help
  };
  const Case test = GENERATE(values<Case>({
      {"", "", "ends too early", "Nf5"},
      {"Nf5 and", "", "ends too early", "a term is missing"},
      {"Nf9 and kg8", "Nf9", "is unknown", "'f9' is not a square"},
      {"Sf3", "Sf3", "is unknown", "'S' is not a piece letter"},
      {"kg8 and e4", "e4", "is unknown", "Pe4 is a white pawn"},
      {"Nf5 Kg1", "Kg1", "is missing before 'Kg1'", ""},
      {"Nf5 & kg8", "&", "is missing before '&'", "write 'and'"},
      {"Bxh7 then Kxh7", "Bxh7", "is unknown", "move Bxh7"},
      {"Check", "Check", "is unknown", "write 'check'"},
      {"chekc and Nf5", "chekc", "is unknown", "did you mean 'check'?"},
      {"(Nf5 and kg8", "", "')' is missing", ""},
      {"Nf5)", ")", "no '(' before it", ""},
      {"N forks kq", "kq", "a piece is missing", "in brackets: [kq]"},
      {"N attacked by n,b", "n,b", "a piece is missing", "in brackets: [nb]"},
      {"N forks k", "", "attacks several pieces", "N forks [kq]"},
      {"Nf5 and kg8 for 6", "for", "'for' is ambiguous", "(kg8 and Nf5) for 6"},
      {"either Nf5 and kg8", "either", "'either' is ambiguous", "parentheses"},
      {"mirror Nf5 later mate", "mirror", "is ambiguous", "parentheses"},
      {"not Nf5 for 6", "for", "is ambiguous", "parentheses"},
      {"move e4 then Nf5 or Kg1", "then", "'then' is ambiguous", "Kxh7|Kh8"},
      {"pawns \"8/8/8/8/3N4/8/8/8\"", "N", "'N' is not a pawn", "pawns alone"},
      {"pawns \"8/8\"", "", "", "pawns alone"},
      {"pawns 8/8", "8/8", "a board in quotes is missing", ""},
      {"pawns has 8/8", "8/8", "a board in quotes is missing", ""},
      {"pawns \"8/8/8", "\"8/8/8", "the quote is not closed", ""},
      {"board \"8/8/8/8/8/8/8/9\"", "9", "'9' is not a piece", "as in a FEN"},
      {"board \"*7*/*/*/*/*/*/*/*\"", "*", "only one *", ""},
      {"board \"7/*/*/*/*/*/*/*\"", "/", "fewer than 8 squares", ""},
      {"board \"[N/*/*/*/*/*/*/*\"", "[", "'[' is not a piece", ""},
      {"material KRRk", "KRRk", "", ""},
      {"material KX", "KX", "'X' at character 2", "KRPkr"},
      {"white", "", "followed by a condition or a move", "white to move"},
      {"white to play", "play", "'move' is missing", "white to move"},
      {"black down lots", "lots", "a number is missing", "1..2"},
      {"white +X", "+X", "'X' is not one of QRBNP", ""},
      {"attackers(f9)", "f9", "followed by a square", ""},
      {"R7 >= two", "two", "a number is missing", ""},
      {"R7 >= ", "", "a number is missing", ""},
      {"at e4 e6 Nf6", "Nf6", "not a legal move here", "from the initial position"},
      {"at \"e4 e5 Nf6\"", "Nf6", "not a legal move here", ""},
      {"at", "", "moves are missing", ""},
      {"line", "", "moves are missing", "line e4 c5 * Nf3|c3"},
      {"line e4 c9", "c9", "'c9' is not a move", "* is any move"},
      {"line e4 !*", "!*", "'!*' is not a move", ""},
      {"line e4 in order", "order", "'in' must be followed by 'any order'", ""},
      {"move nf5", "nf5", "is not a move", "capital letters"},
      {"move", "", "is not a move", "move Bxh7"},
      {"move N takes q", "q", "a piece is missing", "capitals"},
      {"no check", "check", "'no' must be followed by a piece", "not check"},
      {"protected by P", "by", "a piece is missing", ""},
      {"check and protected by P", "protected", "a piece is missing", "Nd6 and protected by P"},
      {"Nd6 and protected by check", "check", "a piece is missing", "protected by P"},
      {"Nd6 and not hittable by n", "", "only pawns", "attacked by n"},
      {"Nf5 for ever", "ever", "a number of half-moves", "for 10"},
      {"Nf5 for 0", "0", "a number of half-moves", "for 10"},
      {"N on", "", "squares are missing", "h1-8"},
      {"isolated N", "N", "only pawns", ""},
      {"promotes N", "promotes", "is not valid here", "write: move promotes"},
      {"captures then mate", "captures", "is not valid here", "write: move captures"},
      {"pawn d4", "d4", "'on' is missing before 'd4'", "pawn on d4"},
      {"white knights d4,e4 and check", "d4,e4", "'on' is missing", "knights on d4,e4"},
      {"that N", "that", "needs a piece or move in the step before", "N attacks q then that N"},
      {"check later that N", "that", "needs a piece", ""},
      {"Nf5 later either that N", "that", "needs a piece", ""},
      {"Nf5 then that check", "check", "a piece is missing", ""},
      {"check later within mate", "mate", "'later within' must be followed by a number",
       "within 6"},
      {"white loses 3..", "", "'in' and a number of half-moves are missing", "loses 3.. in 4"},
      {"white gains 3 in 0", "0", "'in' and a number", ""},
      {"white gains in 4", "in", "a number is missing", ""},
      {"discovered attack on check", "check", "a piece is missing", ""},
      {"a5 and check", "a5", "is unknown", "Pa5 is a white pawn"},
      {"final position", "final", "is unknown", "write 'at end'"},
      {"windmill", "windmill", "is unknown", ""},
      {"greek", "greek", "is unknown", "write 'greek gift'"},
      {"sacrifice", "sacrifice", "is unknown", "'material sacrifice' or 'queen sacrifice'"},
      {"Carlsbad", "Carlsbad", "is unknown", "write 'carlsbad structure'"},
      {"maroczy", "maroczy", "is unknown", "write 'maroczy bind'"},
      {"lucena", "lucena", "is unknown", "write 'lucena position'"},
      {"IQP", "IQP", "is unknown", "write 'isolated queen pawn'"},
      {"classical bishop sacrifice", "classical", "is unknown", "write 'greek gift'"},
      {"zugzwang", "zugzwang", "is unknown", "the nearest theme is 'trapped piece'"},
      {"N + B > 3", "+", "patterns do not calculate", "[NB] >= 3"},
      {"N < (n)", "(", "a number is missing", "without parentheses: N > n"},
      {"open file", "open", "is unknown", ""},
      {"\xff\xfe", "\xff\xfe", "is unknown", ""},
  }));
  CAPTURE(test.text);
  if (std::holds_alternative<Pattern>(parse_pattern(test.text))) {
    REQUIRE(test.message.empty());  // the pattern is valid
    return;
  }
  const PatternError error = error_of(test.text);
  CAPTURE(error.message, error.offset, error.length, error.help);
  if (!test.marked.empty()) {
    REQUIRE(std::string_view(test.text).substr(error.offset, error.length) == test.marked);
  }
  REQUIRE(error.message.find(test.message) != std::string::npos);
  REQUIRE(error.help.find(test.help) != std::string::npos);
}

TEST_CASE("the mark of a mistake is below it, after any characters", "[patterns]") {
  const auto pattern = read_pattern("Nf5 and \xc3\xa9t\xc3\xa9");
  REQUIRE(!pattern);
  REQUIRE(
      pattern.error().starts_with("'\xc3\xa9t\xc3\xa9' is unknown in a pattern\n  Nf5 and "
                                  "\xc3\xa9t\xc3\xa9\n          ^^^\n  = help:"));
}

TEST_CASE("different words for the same query are parsed alike", "[patterns]") {
  const auto sizes = [](std::string_view text) {
    const auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
    return std::get<PiecesStand>(*pattern->claim);
  };
  struct Case {
    std::string one, other;
  };
  const Case test = GENERATE(values<Case>({{"Nf5", "white knight on f5"},
                                           {"kg8", "black king on g8"},
                                           {"Pc,e", "white pawns on c,e"},
                                           {"[QR]h1-8", "[RQ] on h"},
                                           {"R7 >= 2", "white rooks on 7 >= 2"},
                                           {"[Nn]", "knight"},
                                           {"[Nn]d4-f6", "knights on d-f4-6"},
                                           {"no pd", "black pawn on d = 0"}}));
  const PiecesStand one = sizes(test.one);
  const PiecesStand other = sizes(test.other);
  CAPTURE(test.one, test.other);
  REQUIRE(one.men == other.men);
  REQUIRE(one.squares == other.squares);
  REQUIRE(one.count == other.count);
}

TEST_CASE("the name of a theme means its pattern, for either side", "[patterns]") {
  struct Case {
    std::string name, pattern;
  };
  const auto plan_of = [](const std::string& text) {
    const auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
    return sentences_of(PatternPlan(*pattern));
  };
  for (const Case& test : {
           Case{"fork", "either ([NBP] forks [kqr])"},
           {"Forks", "either ([NBP] forks [kqr])"},
           {"skewer then move K", "(either ([RB] skewers [kq])) then move K"},
           {"smothered mate", "either (mate and move N and smothered)"},
           {"Back rank mate", "either (mate and k8 and move [QR]8)"},
           {"open file d and check", "(either (no Pd and no pd)) and check"},
           {"half-open file h", "either (no Ph and ph)"},
           {"rook endgames", "either (material KRP{0,8}krp{0,8})"},
           {"opposite bishops endgame", "either (material KBP{0,8}kbp{0,8} and opposite bishops)"},
           {"check then fork of three", "check then (either (N forks 3 [kqrb]))"},
           // These are patterns even without the theme names, and remain unchanged.
           {"stalemate", "stalemate"},
           {"isolated pawn", "isolated [Pp]"},
           {"move en passant then N < n", "(move en passant) then (N < n)"},
       }) {
    CAPTURE(test.name);
    CHECK(plan_of(test.name) == plan_of(test.pattern));
  }
  for (const PatternTheme& theme : pattern_themes()) plan_of(to_small(theme.name));
}

TEST_CASE("text of any depth and length gets an answer", "[patterns]") {
  std::string deep;
  for (int i = 0; i < 2'000; ++i) deep += "(";
  REQUIRE(!read_pattern(deep + "Nf5"));
  // Text with an error before its end.
  REQUIRE(!read_pattern(std::string(9'990, '(') + "\""));
  REQUIRE(!read_pattern("Nf5 Kg1 " + std::string(9'900, '(')));
  std::string prefixes;
  for (int i = 0; i < 1'000; ++i) prefixes += "not ";
  REQUIRE(!read_pattern(prefixes + "Nf5"));
  REQUIRE(!read_pattern(std::string(20'000, 'N')));
  std::string variants = "Nd4";
  for (int i = 0; i < 13; ++i) variants = "mirror (" + variants + ")";
  REQUIRE(!read_pattern(variants));
}
