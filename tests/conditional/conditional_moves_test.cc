#include "lib/conditional/conditional_moves.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

// The position after 1. e4.
const std::string kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

// Returns the series in a form such as "Nf6:e5 e6:d4(d5:exd5 c5:Nf3)".
std::string text_of(const ConditionalSeries& series, const std::vector<ConditionId>& ids) {
  std::string text;
  for (const ConditionId id : ids) {
    const ConditionalBranch& condition = series.at(id);
    Position position = condition.before;
    position.play(condition.reply);
    text += (text.empty() ? "" : " ") + san_of(condition.reply, condition.before);
    if (condition.answer) text += ":" + san_of(*condition.answer, position);
    if (!condition.next.empty()) text += "(" + text_of(series, condition.next) + ")";
  }
  return text;
}

ConditionalSeries series_of(const std::string& fen, const std::string& text) {
  auto series = read_series(*parse_position(fen), text);
  REQUIRE(series);
  return *std::move(series);
}

std::string findings_of(const ConditionalSeries& series) {
  std::string text;
  for (const SeriesFinding& finding : series.findings) {
    text += (text.empty() ? "" : " ") + std::string(to_string(finding.fault)) + "@" +
            std::to_string(finding.offset);
  }
  return text;
}

}  // namespace

TEST_CASE("a series is parsed in the short form and as movetext", "[conditional]") {
  struct Case {
    std::string text;
    std::string tree;
  };
  const auto [text, tree] = GENERATE(values<Case>({
      {"Nf6: e5", "Nf6:e5"},
      {"Nf6 e5", "Nf6:e5"},
      {"Nf6: e5; e6: d4 d5 exd5", "Nf6:e5 e6:d4(d5:exd5)"},
      {"Nf6: e5; e6: d4 (d5: exd5; c5: Nf3)", "Nf6:e5 e6:d4(d5:exd5 c5:Nf3)"},
      {"e6: d4 (d5: exd5 exd5 Nf3; c5: Nf3); Nf6: e5;", "e6:d4(d5:exd5(exd5:Nf3) c5:Nf3) Nf6:e5"},
      {"if 1... Nf6 then 2. e5; if 1...e6 then 2.d4 if d5 then exd5", "Nf6:e5 e6:d4(d5:exd5)"},
      {"1... Nf6 (1... e6 2. d4 d5 3. exd5) 2. e5 Nd5 3. d4 *", "Nf6:e5(Nd5:d4) e6:d4(d5:exd5)"},
      {"1... Nf6 (1... e6 2. d4 d5 (2... c5 3. Nf3) 3. exd5) (1... c5 2. Nf3) 2. e5",
       "Nf6:e5 e6:d4(d5:exd5 c5:Nf3) c5:Nf3"},
      {"[Event \"if: then; else\"]\n\n1... Nf6 $1 {a comment: with a colon} 2. e5! !? *", "Nf6:e5"},
      {"g8f6 e4-e5", "Nf6:e5"},
  }));
  CAPTURE(text);
  const ConditionalSeries series = series_of(kAfterE4, text);
  CHECK(findings_of(series).empty());
  CHECK(text_of(series, series.start) == tree);
  CHECK(series.proposer() == Color::White);
  CHECK(series.can_stand());
}

TEST_CASE("errors in a series are located", "[conditional]") {
  struct Case {
    std::string text;
    std::string findings;
    std::string tree;
  };
  const auto [text, findings, tree] = GENERATE(values<Case>({
      // Illegal and ambiguous moves.
      {"Nf6: e6", "illegal@5", "Nf6"},
      {"Ke7: d4", "illegal@0", ""},
      {"e5: Nf3 Nc6 Nd2 ", "illegal@12", "e5:Nf3(Nc6)"},
      {"e5: N", "unreadable@4", "e5"},
      {"some: d4", "unreadable@0", ""},
      {"e5: --", "unreadable@4", "e5"},
      {"0000: d4", "unreadable@0", ""},
      {"d5: Nc3 a6 Ne2", "illegal@11", "d5:Nc3(a6)"},
      // Two replies to one move.
      {"Nf6: e5; Nf6: Nc3", "contradiction@14", "Nf6:e5"},
      {"Nf6: e5; 1... Nf6 2. Nc3", "contradiction@21", "Nf6:e5"},
      {"1... Nf6 2. e5 (2. Nc3)", "contradiction@19", "Nf6:e5"},
      {"e6: d4 d5 exd5; e6: d4 d5 e5", "said-twice@20 contradiction@26", "e6:d4(d5:exd5)"},
      // The same reply twice.
      {"Nf6: e5; Nf6: e5", "said-twice@14", "Nf6:e5"},
      {"e6: d4 d5 exd5; e6: d4 c5 Nf3", "said-twice@20", "e6:d4(d5:exd5 c5:Nf3)"},
      // No reply.
      {"Nf6: e5; e6", "no-answer@9", "Nf6:e5 e6"},
      {"Nf6: e5 Nd5", "no-answer@8", "Nf6:e5(Nd5)"},
      {"Nf6: e5 (Nd5; Ne4: d3)", "no-answer@9", "Nf6:e5(Nd5 Ne4:d3)"},
      {"1... Nf6 (1... e6) 2. e5", "no-answer@15", "Nf6:e5 e6"},
      {"1... Nf6 (1... e6 2. d4) 2. e5 (", "unreadable@31", "Nf6:e5 e6:d4"},
      // Misplaced signs.
      {"Nf6: e5: Nd5 d4", "unreadable@7", "Nf6:e5(Nd5:d4)"},
      {"Nf6: e5 (Nd5: d4", "unreadable@8", "Nf6:e5(Nd5:d4)"},
      {"Nf6: e5) ; e6: d4", "unreadable@7", "Nf6:e5 e6:d4"},
      {"Nf6: (e5)", "unreadable@5", "Nf6"},
      {"Nf6: e5 (Nd5: d4) Nc6 d4", "unreadable@18", "Nf6:e5(Nd5:d4)"},
      {"1... Nf6 2. e5 )", "unreadable@15", "Nf6:e5"},
      {"(1... Nf6 2. e5)", "unreadable@0", ""},
      {"Nf6: e5 {open", "unreadable@8", "Nf6:e5"},
      // An empty series.
      {"", "empty@0", ""},
      {" {nothing} 1... * ", "empty@0", ""},
  }));
  CAPTURE(text);
  const ConditionalSeries series = series_of(kAfterE4, text);
  CHECK(findings_of(series) == findings);
  CHECK(text_of(series, series.start) == tree);
}

TEST_CASE("only an answer that is given twice is harmless", "[conditional]") {
  CHECK(series_of(kAfterE4, "Nf6: e5; Nf6: e5").can_stand());
  CHECK_FALSE(series_of(kAfterE4, "Nf6: e5; Nf6: Nc3").can_stand());
  CHECK_FALSE(series_of(kAfterE4, "").can_stand());
}

TEST_CASE("no conditional move goes past the end of the game", "[conditional]") {
  struct Case {
    std::string fen;
    std::string text;
    std::string findings;
    std::string rule;
  };
  const auto [fen, text, findings, rule] = GENERATE(values<Case>({
      // 1. f3 e5 2. g4, and Black mates, so no reply exists.
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4", "", ""},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4: Nc3", "after-end@5",
       "Laws 5.1.1"},
      // The reply mates.
      {"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "Nf6: Qxf7#", "", ""},
      {"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "Nf6: Qxf7# Kxf7 Bxf7",
       "after-end@11", "Laws 5.1.1"},
      // The game has ended by stalemate, or in a dead position.
      {"7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", "Kh7: Qg6+ Kh8 Qf7 Kh7 Qg8+", "after-end@18",
       "Laws 5.2.1"},
      {"4k3/8/8/8/8/3p4/8/4K3 b - - 0 1", "d2+: Kxd2 Kd7 Kd3", "after-end@10", "Laws 5.2.2"},
      {"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "Kg8: Kf5", "after-end@0", "Laws 5.1.1"},
      // Locked pawns.
      {"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 b - - 0 1", "Kd8: Kd1", "after-end@0", "Laws 5.2.2"},
  }));
  CAPTURE(fen, text);
  const ConditionalSeries series = series_of(fen, text);
  CHECK(findings_of(series) == findings);
  if (!rule.empty()) CHECK(series.findings.front().rule == rule);
}

TEST_CASE("findings describe the problem in words", "[conditional]") {
  struct Case {
    std::string text;
    std::string part;
  };
  const auto [text, part] = GENERATE(values<Case>({
      {"Nf6: e6", "'e6' cannot be played by White: "},
      {"Nf6: e5; Nf6: Nc3", "1... Nf6 is answered by e5 and by Nc3"},
      {"Nf6: e5; Nf6: e5", "the answer e5 to 1... Nf6 is given twice"},
      {"e6: d4 d5", "there is no answer to 2... d5"},
      {"e5: Ke2 d6 Ke1 Nf6 O-O", "the king moved from e1 to e2"},
  }));
  CAPTURE(text);
  const ConditionalSeries series = series_of(kAfterE4, text);
  REQUIRE_FALSE(series.findings.empty());
  CHECK_THAT(series.findings.back().message, Contains(part));
}

TEST_CASE("a series of any depth and with any nonsense is read to its end", "[conditional]") {
  std::string shuffle = "Nf6: Nf3 ";
  for (int i = 0; i < 1000; ++i) shuffle += "Ng8 Ng1 Nf6 Nf3 ";
  CHECK(series_of(kAfterE4, shuffle).conditions.size() == 2001);
  CHECK_FALSE(series_of(kAfterE4, std::string(60'000, '(')).can_stand());
  CHECK_FALSE(series_of(kAfterE4, std::string(60'000, ')')).can_stand());
  CHECK_FALSE(series_of(kAfterE4, "Nf6: e5" + std::string(50'000, '(')).can_stand());
  CHECK_FALSE(series_of(kAfterE4, "Nf6:\0\xff\xfe e5 ;:;::({["s).can_stand());
  CHECK_FALSE(read_series(Position(), std::string(kMaxSeriesLength + 1, ' ')));
}

TEST_CASE("a wrong move number is noted and harmless", "[conditional]") {
  struct Numbers {
    std::string text;
    std::string note;
  };
  const Numbers row = GENERATE(values<Numbers>({
      {"1... Nf6 2. e5 Nd5 3. d4", ""},
      {"1. Nf6: 2. e5", ""},
      {"Nf6: e5 Nd5 d4", ""},
      {"1... Nf6 3. e5", "'e5' is numbered 3. instead of 2."},
      {"2... Nf6: e5", "'Nf6' is numbered 2... instead of 1..."},
      {"1... Nf6 2... e5", "'e5' is numbered 2... instead of 2."},
      {"1... Nf6 4294967296. e5", ""},
  }));
  CAPTURE(row.text);
  const ConditionalSeries series = series_of(kAfterE4, row.text);
  CHECK(series.can_stand());
  CHECK((series.findings.empty() ? "" : series.findings.front().message) == row.note);
}

TEST_CASE("any stands for all replies without a condition of their own", "[conditional]") {
  // 1. e4 was played; Black is to move, and has twenty moves.
  const Position first =
      *parse_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  struct Row {
    std::string text;
    std::size_t any;  // number of moves covered by "any"
    std::string faults;
  };
  const auto row = GENERATE(values<Row>({
      {"any: d4", 20, ""},
      {"any d4", 20, ""},
      {"e5: Nf3; any: d4", 19, ""},
      {"any: d4; e5: Nf3", 19, ""},
      // The reply is legal after one move only, or never.
      {"any: exd5", 1, ""},
      {"d5: Nf3; any: exd5", 0, "illegal"},
      {"any: Ke3", 0, "illegal"},
      {"any", 0, "no-answer"},
      // The pawn is pinned after Bb4.
      {"e5: Nf3 (any: d4; Nc6: Bb5)", 27, ""},
  }));
  CAPTURE(row.text);
  const auto series = read_series(first, row.text);
  REQUIRE(series);
  std::string faults;
  for (const SeriesFinding& finding : series->findings) faults += to_string(finding.fault);
  CHECK(faults == row.faults);
  CHECK(static_cast<std::size_t>(std::ranges::count(series->conditions, true,
                                                    &ConditionalBranch::is_for_any)) == row.any);
}

TEST_CASE("a series can be written in the letters of another language", "[conditional]") {
  const auto german = parse_piece_letters("KDTLS");
  REQUIRE(german);
  const auto series = read_series(*parse_position(kAfterE4), "Sf6: e5 Sd5 Lc4", *german);
  REQUIRE(series);
  CHECK(series->can_stand());
  CHECK(text_of(*series, series->start) == "Nf6:e5(Nd5:Bc4)");
  const auto reply = match_reply(*series, "Sf6 e5 Sg8");
  REQUIRE(reply);
  CHECK(reply->accepted == 2);
  const auto numbered = match_reply(*series, "1... Sf6 2. e5 3... Sg8");
  REQUIRE(numbered);
  CHECK(numbered->notes == std::vector<std::string>{"'Sg8' is numbered 3... instead of 2..."});
}
