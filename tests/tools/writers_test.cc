// Compares the small writers of the reports with other parsers.
#include <catch2/catch.hpp>
#include <random>

#include "lib/base/text.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/capture.h"
#include "tests/tools/run_program.h"
#include "tools/cli/help.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"

using namespace arbiter::testing;
namespace {

// Returns a report about one finding in a file "a,b:%.pgn".
std::string report_of(AnswerFormat format, const LocatedDiagnostic& located) {
  return printed([&](Console& console) {
    const auto report = make_report(format, {}, console);
    report->begin();
    report->write(Finding{"a,b:%.pgn", Severity::Warning, located});
  });
}

LocatedDiagnostic located_check() {
  LocatedDiagnostic located{.diagnostic = {.code = DiagnosticCode::SanMissingCheck}};
  located.diagnostic.message = "3. Bb5 says \"check\", 100% sure";
  located.diagnostic.help = "write Bb5+";
  located.line = 12;
  located.column = 9;
  located.excerpt = "{é} 3. Bb5 Bd7";
  located.marker_start = 7;
  located.marker_length = 3;
  return located;
}

}  // namespace

TEST_CASE("JSON strings are read back unchanged") {
  std::mt19937 random(20261121);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 20; i > 0; --i) text += static_cast<char>(random() % 128);
    if (round % 3 == 0) text += "é♞𝄞";
    std::string json;
    append_json_string(text, json);
    CAPTURE(json);
    CHECK(Json::parse(json).text() == text);
  }
}

TEST_CASE("bytes that are not UTF-8 become valid JSON as Windows-1252") {
  std::string json;
  append_json_string("B\xF6hm \x80", json);
  CHECK(Json::parse(json).text() == "Böhm €");
}

TEST_CASE("a JSON line keeps the order and the types of its values") {
  JsonLine line;
  line.add("text", "a").add("yes", true).add("number", 18446744073709551615U);
  line.add("nothing", std::optional<std::uint32_t>()).add_or_null("empty", "");
  CHECK(line.finish() ==
        "{\"text\":\"a\",\"yes\":true,\"number\":18446744073709551615,\"nothing\":null,"
        "\"empty\":null}\n");
  line.add("next", true);
  CHECK(line.finish() == "{\"next\":true}\n");
}

TEST_CASE("the marker is below the marked text, counted in characters") {
  CHECK(report_of(AnswerFormat::Text, located_check()) ==
        "a,b:%.pgn:12:9: warning[san-missing-check]: 3. Bb5 says \"check\", 100% sure "
        "(PGN 8.2.3.5)\n"
        "   12 | {é} 3. Bb5 Bd7\n"
        "      |        ^^^\n"
        "      = help: write Bb5+\n");
}

TEST_CASE("CSV quotes values that would break a row") {
  CHECK(report_of(AnswerFormat::Csv, located_check()) ==
        "file,line,column,offset,length,game,ply,id,severity,article,message,help,san,fen,"
        "white,black,round\r\n"
        "\"a,b:%.pgn\",12,9,0,0,,,san-missing-check,warning,PGN 8.2.3.5,"
        "\"3. Bb5 says \"\"check\"\", 100% sure\",write Bb5+,,,,,\r\n");
}

TEST_CASE("GitHub commands escape characters that would end a property or the line") {
  CHECK(report_of(AnswerFormat::GitHub, located_check()) ==
        "::warning file=a%2Cb%3A%25.pgn,line=12,endLine=12,col=9,endColumn=12,"
        "title=san-missing-check::3. Bb5 says \"check\", 100%25 sure (PGN 8.2.3.5)"
        "%0Ahelp: write Bb5+\n");
}

TEST_CASE("numbers, times and rates are written for people") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(12345678) == "12,345,678");
  CHECK(counted(1, "game") == "1 game");
  CHECK(counted(0, "ply", "plies") == "0 plies");
  CHECK(duration_text(Duration(0.0004)) == "0.4 ms");
  CHECK(duration_text(Duration(0.0231)) == "23 ms");
  CHECK(duration_text(Duration(4.24)) == "4.2 s");
  CHECK(duration_text(Duration(200)) == "3 min 20 s");
  CHECK(duration_text(Duration(7500)) == "2 h 5 min");
  CHECK(rate_text(950) == "950");
  CHECK(rate_text(12345) == "12.3 thousand");
  CHECK(rate_text(999999) == "1.00 million");
  CHECK(rate_text(4.5e9) == "4.50 billion");
  CHECK(size_text(1) == "1 byte");
  CHECK(size_text(39'100'000) == "39.1 MB");
}

TEST_CASE("progress has a share and a remaining time if the total is known") {
  Work work{
      .read_bytes = 25'000'000, .total_bytes = 100'000'000, .games = 40'000, .time = Duration(0.5)};
  CHECK(progress_text(work) == "25 %, 40,000 games, 80.0 thousand games/s, 50.0 MB/s, 2 s left");
  work.total_bytes.reset();
  CHECK(progress_text(work) == "40,000 games, 80.0 thousand games/s, 50.0 MB/s");
}

TEST_CASE("help wraps between words and counts characters, not bytes") {
  CHECK(wrapped("one two three", 4, 11) == "one two\n    three");
  CHECK(wrapped("éé éé", 0, 5) == "éé éé");
  CHECK(wrapped("unbreakably-long", 2, 8) == "unbreakably-long");
  CHECK(wrapped("", 2, 8).empty());
}

TEST_CASE("a tally counts findings that are reported once per file") {
  const Selection selection;
  Tally tally(selection);
  FileTotals totals;
  totals.games = 2;
  totals.plies = 40;
  totals.counts[index_of(DiagnosticCode::NotUtf8)] = 50;     // a warning, once per file
  totals.counts[index_of(DiagnosticCode::Pinned)] = 2;       // an error
  totals.counts[index_of(DiagnosticCode::TextGlyphs)] = 3;   // a note
  totals.counts[index_of(DiagnosticCode::LineOver79)] = 70;  // off without --strict
  tally.add_file(totals);
  tally.add_file(totals);
  CHECK(tally.findings(Severity::Error) == 4);
  CHECK(tally.findings(Severity::Warning) == 2);
  CHECK(tally.findings(Severity::Note) == 6);
  CHECK(tally.hidden_findings() == 6);
  CHECK(tally.findings_of(DiagnosticCode::NotUtf8) == 2);
  CHECK(tally.findings_of(DiagnosticCode::LineOver79) == 0);
  CHECK(summary_line({tally, 1, Duration(2)}) ==
        "2 files, 4 games, 80 plies: 4 errors, 2 warnings; 6 notes not shown (--notes shows them); "
        "1 more finding not shown; 2.0 s, 40 plies/s");
  const auto table = counts_of(tally);
  REQUIRE(table.size() == 3);
  CHECK(table[0].entry->code == DiagnosticCode::Pinned);
  CHECK(table[1].entry->code == DiagnosticCode::NotUtf8);
  CHECK(table[1].count == 2);
}

TEST_CASE("a report is UTF-8 for any file") {
  LocatedDiagnostic located = located_check();
  located.diagnostic.message = "the name \"B\xF6hm\"";
  for (const AnswerFormat format : {AnswerFormat::Text, AnswerFormat::Json, AnswerFormat::Csv,
                                    AnswerFormat::Sarif, AnswerFormat::GitHub}) {
    const std::string report = report_of(format, located);
    CAPTURE(report);
    CHECK(report.find("Böhm") != std::string::npos);
  }
}

TEST_CASE("nothing in a file sends a command to the terminal") {
  std::string storage;
  CHECK(as_shown("Adler, Nora", storage) == "Adler, Nora");
  CHECK(as_shown("Böhm\u00A0®", storage) == "Böhm\u00A0®");
  CHECK(as_shown("a\x1b[31mb\n\x7f", storage) == "a [31mb  ");
  CHECK(as_shown("a\u009Bb", storage) == "a b");
  LocatedDiagnostic located = located_check();
  located.diagnostic.message = "the name \"\x1b[2J\"";
  CHECK(report_of(AnswerFormat::Text, located).find('\x1b') == std::string::npos);
}
