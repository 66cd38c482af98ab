// Text that was decoded twice, and dates in other notations.
#include "lib/export/tag_fixes.h"

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/export/export_tags.h"
#include "lib/io/legacy_encoding.h"
#include "tests/support/namespaces.h"

using namespace arbiter;

namespace {

// Reads the bytes of a text in an encoding, as a wrong program does. Bytes without a character
// become C1 controls.
std::string misread(const std::string& utf8, const std::string& encoding) {
  return CharacterConverter("UTF-8", encoding).convert(utf8, [](char byte, std::string& text) {
    append_utf8(static_cast<unsigned char>(byte), text);
  });
}

}  // namespace

TEST_CASE("text that was decoded in a wrong encoding is restored", "[mojibake]") {
  const std::string text = GENERATE(as<std::string>{}, "Müller", "Łukasz Wójcik", "Jānis Šķēle",
                                    "Peña", "Fédération Française", "Карпов", "Каспаров, Гарри",
                                    "Παπαδόπουλος", "Đoković", "Ünal Özgür", "Österreich",
                                    "½ point", "Philidor’s", "Świętosław (Polska)", "e4 – e5");
  const std::string encoding =
      GENERATE(as<std::string>{}, "windows-1252", "windows-1251", "windows-1250");
  const std::string once = misread(text, encoding);
  CAPTURE(text, encoding, once);
  const bool is_single_cyrillic_pair = encoding == "windows-1251" && once.size() - text.size() < 6;
  if (is_single_cyrillic_pair && !undo_mojibake(once)) return;
  CHECK(undo_mojibake(once) == text);
  CHECK(undo_mojibake(misread(once, encoding)) == text);
  CHECK(undo_mojibake(text) == std::nullopt);
}

TEST_CASE("text that may be meant as it is stays", "[mojibake]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "Muller", "CAFÉ…", "MALMÅ…", "JÄ…", "«CAFÉ»", "VOILÀ…", "С…",
               "СЁ", "Ä‘", "É’s", "Å’s", "Å – Ö", "MALMÅ–Lund", "naïve – ok", "ÄÖÜ", "5°", "Ã",
               "1½–½", "№ 5", "C:\\u0041", "\\u12", "\\", "Mueller – MÃ¼ller ü");
  CAPTURE(text);
  CHECK(undo_mojibake(text) == std::nullopt);
}

TEST_CASE("escapes of characters that an encoding lacks are read back", "[mojibake]") {
  CHECK(undo_mojibake("Wa\\u0142\\u0119sa") == "Wałęsa");
  CHECK(undo_mojibake("Wa\\\\u0142") == "Wał");
  CHECK(undo_mojibake("\\U0001f600") == "\xf0\x9f\x98\x80");
  CHECK(undo_mojibake("\\ud83d") == std::nullopt);
}

TEST_CASE("dates in other notations become PGN dates", "[dates]") {
  const auto [written, expected] = GENERATE(table<std::string, std::string>({
      {"1.5.1987", "1987.05.01"},
      {"09.07.2023", "2023.07.09"},
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
      {"3/10/2018", "has two readings (with dots, the day would be first)"},
      {"5 jui 2024", "is not understood"},
      {"10. Lenz 2024", "is not understood"},
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
