// Tests the conversion of dates in other notations.
#include "lib/export/tag_fixes.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "lib/export/export_tags.h"
#include "tests/support/namespaces.h"

using namespace arbiter;

TEST_CASE("dates in other notations become PGN dates", "[dates]") {
  const auto [written, expected] = GENERATE(table<std::string, std::string>({
      {"1.5.1987", "1987.05.01"},
      {"09.07.2023", "2023.07.09"},
      {"07.2023", "2023.07.??"},
      {"Sun Jul 09 2023", "2023.07.09"},
      {"2018-10-03", "2018.10.03"},
      {"13/10/2018", "2018.10.13"},
      {"3/10/2018", "3/10/2018"},
      {"2018.00.00", "2018.??.??"},
      {"31.02.2018", "31.02.2018"},
      {"1.5.87", "1.5.87"},
      {"5 May 1987", "1987.05.05"},
      {"May 1987", "1987.05.??"},
      {"May 87", "May 87"},
      {"1987.13.01", "1987.13.01"},
      {"????.02.30", "????.02.30"},
      {"spring", "spring"},
      {"10. Mai 2024", "2024.05.10"},
      {"1 août 2024", "2024.08.01"},
      {"3 de enero de 2024", "2024.01.03"},
      {"12 sett. 2024", "2024.09.12"},
      {"5 juil. 2024", "2024.07.05"},
      {"7 października 2024", "2024.10.07"},
      {"9 мая 2024", "2024.05.09"},
      {"5 jui 2024", "5 jui 2024"},
      {"10. Lenz 2024", "10. Lenz 2024"},
      {"2018.10.03", "2018.10.03"},
  }));
  ExportTally tally;
  ExportTags tags(tally);
  tags.add({"Date", written, KnownTag::Date});
  tags.add({"Note", written, KnownTag::Other});
  TagNotes notes;
  fix_dates(tags, notes);
  CAPTURE(written);
  CHECK(tags.find(KnownTag::Date)->value == expected);
  CHECK(tags.find("Note")->value == written);
  CHECK(notes.changes.size() == (written == expected ? 0 : 1));
  const std::map<std::string, std::string> reasons = {
      {"3/10/2018", "is ambiguous; choose with --fix day-first or --fix month-first"},
      {"5 jui 2024", "is unclear"},
      {"10. Lenz 2024", "is unclear"},
      {"31.02.2018", "does not exist"},
      {"1987.13.01", "does not exist"},
      {"????.02.30", "does not exist"},
      {"1.5.87", "has no year of four digits"},
      {"May 87", "has no year of four digits"}};
  const auto reason = reasons.find(written);
  REQUIRE(notes.contradictions.size() == (reason == reasons.end() ? 0 : 1));
  if (reason != reasons.end()) {
    CHECK(notes.contradictions[0] == "the Date \"" + written + "\" " + reason->second);
  }
  TagNotes again;
  fix_dates(tags, again);
  CHECK(again.changes.empty());
}

TEST_CASE("a date with two readings is read with the day or the month first", "[tag_fixes]") {
  const auto [written, fix, expected] = GENERATE(table<std::string, TextFix, std::string>({
      {"3/10/2018", TextFix::DayFirst, "2018.10.03"},
      {"3/10/2018", TextFix::MonthFirst, "2018.03.10"},
      {"3-10-2018", TextFix::MonthFirst, "2018.03.10"},
      {"13/10/2018", TextFix::MonthFirst, "2018.10.13"},
      {"3.10.2018", TextFix::MonthFirst, "2018.10.03"},
      {"2018.??.??", TextFix::DayFirst, "2018.??.??"},
      {"2018/10", TextFix::DayFirst, "2018.10.??"},
  }));
  ExportTally tally;
  ExportTags tags(tally);
  tags.add({"Date", written, KnownTag::Date});
  TagNotes notes;
  fix_dates(tags, notes, fix);
  CAPTURE(written);
  CHECK(tags.find(KnownTag::Date)->value == expected);
  CHECK(notes.contradictions.empty());
}
