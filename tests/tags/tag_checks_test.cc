#include "lib/tags/tag_checks.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/laws/test_game.h"
#include "tests/pgn/game_builder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::BuiltGame;

constexpr std::string_view kRoster[] = {
    R"([Event "Hastings"])", R"([Site "Hastings ENG"])",         R"([Date "1895.08.05"])",
    R"([Round "1"])",        R"([White "Pillsbury, Harry N."])", R"([Black "Lasker, Emanuel"])",
    R"([Result "1-0"])"};

// Returns the roster with some lines replaced. A line with the name of a roster tag replaces that
// tag, and other lines follow.
std::string with_roster(const std::vector<std::string>& lines) {
  std::string text;
  std::set<std::string> used;
  const auto name_in = [](std::string_view line) { return line.substr(0, line.find(' ')); };
  for (std::string_view standard : kRoster) {
    std::string_view chosen = standard;
    for (const std::string& line : lines) {
      if (name_in(line) == name_in(standard) && used.insert(line).second) {
        chosen = line;
        break;
      }
    }
    text += std::string(chosen) + '\n';
  }
  for (const std::string& line : lines) {
    if (!used.contains(line)) text += line + '\n';
  }
  return text;
}

std::vector<Diagnostic> findings_in(const std::string& text) {
  const BuiltGame game(text);
  CollectingSink sink;
  check_tags(game.game(), {.today = 20240501}, sink);
  return sink.diagnostics();
}

// Returns "id[marked text]" for each finding.
std::string summary_of(const std::string& text) {
  std::string summary;
  for (const Diagnostic& finding : findings_in(text)) {
    if (!summary.empty()) summary += ' ';
    summary += entry_of(finding.code).id;
    summary += '[' + text.substr(finding.offset, finding.length) + ']';
  }
  return summary;
}

TEST_CASE("a game with good tags has no findings", "[tag_checks]") {
  const std::vector<std::string> lines = GENERATE(values<std::vector<std::string>>({
      {},
      {R"([Date "1950.??.??"])"},
      {R"([Date "2024.05.02"])"},
      {R"([Round "1.18"])"},
      {R"([Round "-"])"},
      {R"([Round "1.4.2"])", R"([Board "2"])"},
      {R"([Round "3.07"])", R"([Board "7"])"},
      {R"([White "Stockfish 191102"])", R"([Black "LCZero v0.26.3_T60.SV.JH.92-330"])"},
      {R"([White "jishanshaikh4"])", R"([Black "andrey-groza_ferzey"])"},
      {R"([White "Giese"])", R"([Black "DEEP FRITZ"])"},
      {R"([Black "O\"Kelly \\ Smith"])"},
      {R"([White "N.Kasparov & Co"])"},
      {R"([BlackElo "-"])", R"([WhiteElo "2700"])"},
      {R"([BlackElo "2812:2400"])"},
      {R"([WhiteElo "3917"])"},
      {R"([BlackTitle "-"])", R"([WhiteTitle "WGM"])"},
      {R"([BlackFideId "1503014"])", R"([WhiteFideId "5000017"])"},
      {R"([BlackTeam "Norway"])", R"([WhiteTeam "India"])"},
      {R"([BlackType "program"])", R"([WhiteType "human"])"},
      {R"([BlackNA "-"])", R"([WhiteNA "adam@example.org"])"},
      {R"([ECO "B90"])", R"([TimeControl "60+0"])"},
      {R"([TimeControl "-"])"},
      {R"([TimeControl "1800+5"])"},
      {R"([EventDate "1895.08.01"])"},
      {R"([Time "23:59:59"])", R"([UTCDate "1895.08.06"])", R"([UTCTime "00:10:00"])"},
      {R"([Termination "Time forfeit"])"},
      {R"([Termination "normal"])"},
      {R"([Result "1/2-1/2"])", R"([Termination "time forfeit"])"},
      {R"([Result "*"])", R"([Termination "unterminated"])"},
      {R"([Mode "OTB"])", R"([PlyCount "83"])"},
      {R"([FEN "8/8/8/8/8/8/8/8 w - - 0 1"])", R"([SetUp "1"])"},
      {R"([SetUp "0"])"},
      {R"([Variant "Chess960"])"},
      {R"([Variant "From Position"])"},
      {R"([GameDuration "01:02:03"])", R"([Tag_9 "x"])"},
  }));
  const std::string text = with_roster(lines);
  CAPTURE(text);
  REQUIRE(summary_of(text).empty());
}

struct Row {
  std::vector<std::string> lines;
  std::string summary;
};

// The findings for each line among valid tags.
const std::vector<Row> kRows = {
    {{R"([Tag-Name "x"])"}, "tag-name-bad[Tag-Name]"},
    {{R"([tagName "x"])"}, "tag-name-lower-case[tagName]"},
    {{R"([Setup "0"])"}, "tag-name-case[Setup]"},
    {{R"([Event "x"])", R"([Event "y"])"}, R"(duplicate-tag[Event "y"] str-order[Event])"},
    {{R"([ECO "B90"])", R"([ECO "B90"])"}, R"(duplicate-tag-same-value[ECO "B90"])"},
    {{R"([Zebra "a"])", R"([Zebra "b"])"}, R"(duplicate-tag[Zebra "b"])"},
    {{R"([Zebra "a"])", R"([Apple "b"])"}, "extra-order[Apple]"},
    {{R"([ Zebra "a"])"}, R"(tag-layout[ Zebra "a"])"},
    {{R"([Zebra"a"])"}, R"(tag-layout[Zebra"a"])"},
    {{R"([Zebra  "a"])"}, R"(tag-layout[Zebra  "a"])"},
    {{R"([Zebra "a" ])"}, R"(tag-layout[Zebra "a"])"},
    {{R"( [Zebra "a"])"}, ""},
    {{R"([Zebra " a ]")"}, ""},
    {{R"([WhiteElo ""])"}, R"(value-empty[""])"},
    {{R"([Event "?"])"}, "value-placeholder[?]"},
    {{R"([Date "????.??.??"])"}, "value-placeholder[????.??.??]"},
    {{R"([White "NN"])"}, "value-placeholder[NN]"},
    {{R"([Round "Round 3"])"}, "round-format[Round 3]"},
    {{"[Round \"(1)\"]"}, "round-format[(1)]"},
    {{R"([Round "2,1"])"}, "round-format[2,1]"},
    {{R"([Round ".12"])"}, "round-format[.12]"},
    {{R"([Round "?"])"}, "round-missing[?]"},
    {{R"([Round "?.1"])"}, "round-missing[?.1]"},
    {{R"([Round "3.7"])", R"([Board "9"])"}, "board-vs-round-suffix[9]"},
    {{R"([White "Ding Liren"])"}, "name-form[Ding Liren]"},
    {{R"([Black "Kasparov,G"])"}, "name-form[Kasparov,G]"},
    {{R"([White "Nimzowitsch, Aaron "])"}, "name-spacing[ ]"},
    {{R"([White "GM Nimzowitsch, Aaron"])"}, "name-title[GM]"},
    {{R"([Black "KASPAROV, GARRY"])"}, "name-capitals[KASPAROV, GARRY]"},
    {{R"([White "Lasker, Emanuel"])"}, "white-is-black[Lasker, Emanuel]"},
    {{R"([BlackFideId "5000017"])", R"([WhiteFideId "5000017"])"}, "same-fideid[5000017]"},
    {{R"([BlackFideId "5000017"])", R"([WhiteFideId "none"])"}, "fideid-format[none]"},
    {{R"([WhiteElo "2700?"])"}, "elo-format[2700?]"},
    {{R"([WhiteElo "abc"])"}, "elo-format[abc]"},
    {{R"([WhiteElo "0"])"}, "elo-range[0]"},
    {{R"([WhiteElo "27000"])"}, "elo-range[27000]"},
    {{R"([BlackElo "2812:0"])"}, "elo-range[0]"},
    {{R"([WhiteTitle "Dr"])"}, "title-unknown[Dr]"},
    {{R"([WhiteTitle "LM"])"}, "title-unknown[LM]"},
    {{R"([WhiteType "computer"])"}, "type-value[computer]"},
    {{R"([WhiteNA "nowhere"])"}, "na-value[nowhere]"},
    {{R"([Mode "blitz"])"}, "mode-value[blitz]"},
    {{R"([WhiteTeam "Norway"])"}, R"(broadcast-convention[WhiteTeam "Norway"])"},
    {{R"([BlackFideId "5000017"])"}, R"(broadcast-convention[BlackFideId "5000017"])"},
    {{R"([Board "A"])"}, "broadcast-convention[A]"},
    {{R"([Date "1895-08-05"])"}, "date-format[1895-08-05]"},
    {{R"([Date "1895"])"}, "date-format[1895]"},
    {{R"([Date "1895.00.00"])"}, "date-format[1895.00.00]"},
    {{R"([Date "?"])"}, "date-format[?]"},
    {{R"([Date "2023.13.45"])"}, "date-impossible[2023.13.45]"},
    {{R"([Date "2023.02.29"])"}, "date-impossible[2023.02.29]"},
    {{R"([Date "2024.05.03"])"}, "date-future[2024.05.03]"},
    {{R"([Date "2025.??.??"])"}, "date-future[2025.??.??]"},
    {{R"([EventDate "1895.08.06"])"}, "date-outside-event[1895.08.05]"},
    {{R"([EventDate "1894.08.01"])"}, "date-outside-event[1895.08.05]"},
    {{R"([UTCDate "1895.08.07"])"}, "date-vs-utcdate[1895.08.07]"},
    {{R"([Time "12:00"])"}, "time-format[12:00]"},
    {{R"([UTCTime "25:00:00"])"}, "time-format[25:00:00]"},
    {{R"([TimeControl "90 min"])"}, "timecontrol-format[90 min]"},
    {{R"([TimeControl "900+30:1800"])"}, "timecontrol-order[900+30]"},
    {{R"([Result "2-0"])"}, "result-value[2-0]"},
    {{R"([Result "0.5-0.5"])"}, "result-nonstandard[0.5-0.5]"},
    {{R"([Result ""])"}, "result-nonstandard[]"},
    {{R"([Result "0-0"])"}, "double-forfeit[0-0]"},
    {{R"([Termination "bogus"])"}, "termination-value[bogus]"},
    {{R"([Termination "GUI adjudication"])"}, "termination-platform-value[GUI adjudication]"},
    {{R"([Termination "unterminated"])"}, "termination-vs-result[unterminated]"},
    {{R"([Result "*"])", R"([Termination "Time forfeit"])"}, "termination-vs-result[Time forfeit]"},
    {{R"([Termination "Game drawn by repetition"])"},
     "termination-platform-value[Game drawn by repetition] "
     "termination-vs-result[Game drawn by repetition]"},
    {{R"([Termination "Lasker, Emanuel won on time"])"},
     "termination-platform-value[Lasker, Emanuel won on time] "
     "termination-vs-result[Lasker, Emanuel won on time]"},
    {{R"([PlyCount "many"])"}, "plycount-format[many]"},
    {{R"([ECO "Z99"])"}, "eco-format[Z99]"},
    {{R"([ECO "D05g"])"}, "eco-format[D05g]"},
    {{R"([SetUp "1"])"}, "setup-without-fen[1]"},
    {{R"([FEN "x"])"}, R"(fen-without-setup[FEN "x"])"},
    {{R"([FEN "x"])", R"([SetUp "0"])"}, "setup-0-with-fen[0]"},
    {{R"([SetUp "yes"])"}, "setup-value[yes]"},
    {{R"([Variant "bogus"])"}, "variant-unknown[bogus]"},
    {{R"([Variant "chess 960"])"}, "variant-spelling[chess 960]"},
    {{R"([Variant "Atomic"])"}, "variant-unsupported[Atomic]"},
    {{R"([Site "B&amp;B"])"}, "html-entities[&amp;]"},
    {{R"([Site "O&#39;Hara"])"}, "html-entities[&#39;]"},
    {{"[Event \"\xE2\x80\x9CImmortal\xE2\x80\x9D game\"]"},
     "smart-quotes[\xE2\x80\x9C] smart-quotes[\xE2\x80\x9D]"},
    {{"[Event \"a\tb\"]"}, "tab-in-string[\t]"},
    {{R"([Annotator "C:\games"])"}, R"(bad-escape[\g])"},
    {{R"([Annotator "C:\games\"])"}, R"(bad-escape[\g] bad-escape[\])"},
    {{R"([Black "BYE"])"}, "bye[BYE]"},
};

TEST_CASE("each fault of the tags is found at its place", "[tag_checks]") {
  for (const Row& row : kRows) {
    const std::string text = with_roster(row.lines);
    CAPTURE(text);
    CHECK(summary_of(text) == row.summary);
  }
}

TEST_CASE("the help for a rating keeps its number", "[tag_checks]") {
  const auto [rating, help] = GENERATE(table<std::string, std::string>({
      {"1500P", "write 1500"},
      {" 2400 ", "write 2400"},
      {"2800.5", "write 2800"},
      {"800?", "write 800"},
      {"unr", "write - for a player without a rating"},
      {"2,400", "write - for a player without a rating"},
      {"1", "write - for a player without a rating"},
      {"0", "write - for a player without a rating"},
  }));
  CAPTURE(rating);
  const auto findings = findings_in(with_roster({"[WhiteElo \"" + rating + "\"]"}));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].help == help);
}

TEST_CASE("every code of the tags that needs no moves is produced by some input", "[tag_checks]") {
  std::set<std::string_view> seen = {"malformed-tag",     "tag-form",        "fen-after-moves",
                                     "fen-wrong-player",  "fen-is-startpos", "variant-needed",
                                     "plycount-mismatch", "eco-mismatch",    "too-many-tags"};
  for (const Row& row : kRows) {
    for (const Diagnostic& finding : findings_in(with_roster(row.lines))) {
      seen.insert(entry_of(finding.code).id);
      CHECK_FALSE(finding.message.empty());
    }
  }
  for (const Diagnostic& finding : findings_in("1. e4 *\n")) {
    seen.insert(entry_of(finding.code).id);
  }
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.group != Group::Tags) continue;
    INFO("no row of kRows in tag_checks_test.cc produces " << entry.id);
    CHECK(seen.contains(entry.id));
  }
}

TEST_CASE("one finding names all missing tags of the roster", "[tag_checks]") {
  const std::string text = "[White \"Anderssen, Adolf\"]\n[Result \"*\"]\n";
  const auto findings = findings_in(text);
  REQUIRE(findings.size() == 1);
  REQUIRE(findings[0].code == DiagnosticCode::StrMissing);
  REQUIRE(text.substr(findings[0].offset, findings[0].length) == "[");
  REQUIRE(findings[0].message == "the game has no Event, Site, Date, Round or Black tag");
}

TEST_CASE("a missing Result is a finding of its own", "[tag_checks]") {
  const std::string text = with_roster({});
  const std::string without = text.substr(0, text.find("[Result"));
  REQUIRE(summary_of(without) == "result-missing[[]");
}

TEST_CASE("a game without tags is marked at its first token", "[tag_checks]") {
  BuiltGame game("\n1. e4 *\n");
  game.add(TokenKind::MoveNumber, "1.");
  CollectingSink sink;
  check_tags(game.game(), {}, sink);
  REQUIRE(sink.diagnostics().size() == 2);
  for (const Diagnostic& finding : sink.diagnostics()) {
    REQUIRE(finding.offset == 1);
    REQUIRE(finding.length == 2);
  }
}

TEST_CASE("the roster has an order, and so have the tags after it", "[tag_checks]") {
  const std::string roster = with_roster({});
  const std::string extra = "[ECO \"B90\"]\n";
  REQUIRE(summary_of(extra + roster) == "str-order[Event]");
  const std::size_t site = roster.find("[Site");
  const std::size_t date = roster.find("[Date");
  const std::string swapped =
      roster.substr(site, date - site) + roster.substr(0, site) + roster.substr(date);
  REQUIRE(summary_of(swapped) == "str-order[Event]");
  REQUIRE(summary_of(roster + "[BlackElo \"2700\"]\n[Annotator \"x\"]\n[ECO \"A00\"]\n") ==
          "extra-order[Annotator]");
}

TEST_CASE("without today's date no date is in the future", "[tag_checks]") {
  const BuiltGame game(with_roster({R"([Date "2999.01.01"])"}));
  CollectingSink sink;
  check_tags(game.game(), {}, sink);
  REQUIRE(sink.diagnostics().empty());
}

TEST_CASE("a long value is a finding if it has more than 255 characters", "[tag_checks]") {
  const auto text_with = [](const std::string& value) {
    return with_roster({"[Annotator \"" + value + "\"]"});
  };
  const std::string long_value(256, 'x');
  REQUIRE(summary_of(text_with(long_value)) == "string-too-long[" + long_value + "]");
  REQUIRE(summary_of(text_with(long_value.substr(1))).empty());
  std::string umlauts;
  for (int i = 0; i < 255; ++i) umlauts += "\xC3\xBC";
  REQUIRE(summary_of(text_with(umlauts)).empty());
}

TEST_CASE("findings that are off are counted", "[tag_checks]") {
  for (const Row& row : kRows) {
    const BuiltGame game(with_roster(row.lines));
    CollectingSink all;
    CollectingSink none{CodeSet()};
    check_tags(game.game(), {.today = 20240501}, all);
    check_tags(game.game(), {.today = 20240501}, none);
    CHECK(none.diagnostics().empty());
    for (const CatalogueEntry& entry : catalogue()) {
      if (entry.severity == Severity::Style) continue;
      if (all.count_of(entry.code) == none.count_of(entry.code)) continue;
      FAIL_CHECK(entry.id << " in " << row.lines.front());
    }
  }
}

TEST_CASE("the PlyCount is compared with the moves", "[tag_checks]") {
  struct Case {
    std::string line;
    std::size_t findings;
  };
  const Case row = GENERATE(values<Case>({
      {R"([PlyCount "83"])", 0},
      {R"([PlyCount "083"])", 0},
      {R"([PlyCount "84"])", 1},
      {R"([PlyCount "0"])", 1},
      {R"([PlyCount "99999999999999999999"])", 0},
      {R"([PlyCount "many"])", 0},
      {R"([PlyCount ""])", 0},
      {"", 0},
  }));
  const BuiltGame game(row.line + "\n");
  CAPTURE(row.line);
  CollectingSink sink;
  check_ply_count(game.game(), 83, sink);
  REQUIRE(sink.diagnostics().size() == row.findings);
}

TEST_CASE("the ECO code is compared with the openings of the game's positions", "[tag_checks]") {
  const auto findings = [&](const std::string& tags, std::string_view sans) {
    std::vector<PositionKey> keys;
    for (const Position& position : testing::play_out("startpos", sans).positions) {
      keys.push_back(position.key());
    }
    const BuiltGame game(tags);
    CollectingSink sink;
    check_opening(game.game(), keys, sink);
    return sink.take();
  };
  const std::string_view sans = "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O";
  const std::string tags = GENERATE(
      as<std::string>{}, "[ECO \"E90\"]\n", "[ECO \"A45\"]\n", "[ECO \"E90/12\"]\n", "[ECO \"\"]\n",
      "[ECO \"?\"]\n", "[ECO \"E90x\"]\n", "[Event \"x\"]\n", "[ECO \"C65\"]\n[FEN \"x\"]\n");
  CAPTURE(tags);
  CHECK(findings(tags, sans).empty());
  CHECK(findings("[ECO \"C65\"]\n", "d4 Nf6 c4 g6").empty());
  const auto mismatch = findings("[ECO \"C65\"]\n", sans);
  REQUIRE(mismatch.size() == 1);
  CHECK(mismatch[0].code == DiagnosticCode::EcoMismatch);
  CHECK(mismatch[0].offset == 6);
  CHECK(mismatch[0].length == 3);
  CHECK(mismatch[0].message.find("E90 King's Indian Defense") != std::string::npos);
}

TEST_CASE("values that recur are reported like the first time", "[tag_checks]") {
  const std::string lines = GENERATE(
      as<std::string>{}, R"([White "Lasker, Edward"])", R"([White "Lasker,Edward"])",
      R"([White "LASKER, EDWARD"])", R"([White "GM Lasker,  E"])", R"([White "Lasker,E:Lasker,F"])",
      R"([White "BYE"])", R"([White "?"])", R"([White "N.N."])", R"([Date "2024.06.01"])",
      R"([EventDate "2024.06.01"])", R"([Date "1895.02.30"])", R"([TimeControl "60+0"])",
      R"([TimeControl "soon"])", R"([TimeControl "60:40/60"])");
  const CodeSet wanted =
      GENERATE(all_codes(), CodeSet(), CodeSet().set(index_of(DiagnosticCode::NameForm)));
  const std::string text = with_roster({lines});
  CAPTURE(text);
  const BuiltGame game(text);
  CheckedValues checked;
  for (int times = 1; times <= 3; ++times) {
    CollectingSink judge(wanted);
    CollectingSink sink(wanted);
    check_tags(game.game(), {.today = 20240501}, judge);
    check_tags(game.game(), {.today = 20240501, .checked = &checked}, sink);
    REQUIRE(sink.diagnostics().size() == judge.diagnostics().size());
    for (std::size_t i = 0; i < sink.diagnostics().size(); ++i) {
      CHECK(sink.diagnostics()[i].code == judge.diagnostics()[i].code);
      CHECK(sink.diagnostics()[i].offset == judge.diagnostics()[i].offset);
      CHECK(sink.diagnostics()[i].message == judge.diagnostics()[i].message);
    }
    for (std::size_t code = 0; code < kDiagnosticCount; ++code) {
      const auto counted = static_cast<DiagnosticCode>(code);
      CHECK(sink.count_of(counted) == judge.count_of(counted));
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
