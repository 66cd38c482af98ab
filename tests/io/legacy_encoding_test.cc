#include "lib/io/legacy_encoding.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/text_conversion.h"
#include "tests/io/encoding_vocabulary.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/iconv_text.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

const std::vector<std::string> kEncodings = {
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-874",  "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-4",
    "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",   "ISO-8859-13",
    "ISO-8859-15",  "KOI8-R",       "KOI8-U",       "CP437",        "CP737",        "CP775",
    "CP850",        "CP852",        "CP857",        "CP861",        "CP862",        "CP865",
    "CP866",        "macintosh",    "MAC-CYRILLIC", "GBK",          "Big5",         "CP932",
    "EUC-JP",       "EUC-KR",       "windows-1258", "VISCII",
};

std::vector<std::string> split(std::string_view list, std::string_view ends) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(ends), list.size());
    if (end > 0) words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

// Returns the entries of a list, except the words from which guess_encoding() was trained.
std::vector<std::string> unseen(std::string_view list) {
  static const std::vector<std::string> known = [] {
    std::string samples;
#define ENCODING(name, prior)
#define LANGUAGE(name, sample) samples += sample;
#include "lib/io/encoding_guess.inc"
#undef ENCODING
#undef LANGUAGE
    std::vector<std::string> words = split(samples, " \n");
    std::ranges::sort(words);
    return words;
  }();
  std::vector<std::string> entries;
  for (const std::string& entry : split(list, "|")) {
    std::string& kept = entries.emplace_back();
    for (const std::string& word : split(entry, " ")) {
      if (std::ranges::binary_search(known, word)) continue;
      kept += (kept.empty() ? "" : " ") + word;
    }
  }
  return entries;
}

// Generates files of games in one language.
class FileMaker {
 public:
  explicit FileMaker(const Vocabulary& vocabulary)
      : names_(unseen(vocabulary.names)),
        events_(unseen(vocabulary.events)),
        comments_(unseen(vocabulary.comments)) {}

  std::string file(std::size_t games, std::mt19937& random) const {
    const auto any = [&](const std::vector<std::string>& entries) {
      return entries[random() % entries.size()];
    };
    const bool has_comments = random() % 3 != 0;
    const std::string event = random() % 2 == 0 ? any(events_) : "Open";
    std::string text;
    for (std::size_t game = 0; game < games; ++game) {
      const bool is_commented = has_comments && (games == 1 || random() % 3 == 0);
      text += "[Event \"" + event + "\"]\n[White \"" + any(names_) + "\"]\n[Black \"" +
              any(names_) + "\"]\n\n1. e4 " + (is_commented ? "{" + any(comments_) + "} " : "") +
              "e5 *\n\n";
    }
    return text;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> events_;
  std::vector<std::string> comments_;
};

std::string read_all(ByteSource& source) {
  std::string text;
  std::array<char, 100> block;
  while (const std::size_t size = source.read(block)) text.append(block.data(), size);
  return text;
}

PlainText opened(std::string_view bytes, std::size_t portion) {
  return plain_text(std::make_unique<PeekableSource>(
      std::make_unique<PortionSource>(bytes, std::vector{portion})));
}

}  // namespace

TEST_CASE("guesses at encodings are right as often as they state", "[legacy_encoding]") {
  std::mt19937 random(20261128);
  struct Bin {
    double stated = 0;
    double right = 0;
    double files = 0;
  };
  Bin sure;
  Bin unsure;
  for (const Vocabulary& vocabulary : kVocabularies) {
    const FileMaker maker(vocabulary);
    for (const std::size_t games : {1, 1, 1, 1, 8, 200}) {
      const std::string text = maker.file(games, random);
      for (const std::string& encoding : kEncodings) {
        const bool is_vietnamese = vocabulary.language == "Vietnamese";
        if (encoding == "VISCII" && !is_vietnamese) continue;
        const auto bytes = converted(text, "UTF-8", encoding);
        if (!bytes || is_utf8(*bytes)) continue;
        const EncodingGuess guess = guess_encoding(*bytes);
        const bool is_right = converted(*bytes, std::string(guess.encoding), "UTF-8") ==
                              converted(*bytes, encoding, "UTF-8");
        CAPTURE(vocabulary.language, encoding, games, guess.encoding, guess.probability, text);
        CHECK((is_right || !guess.is_sure()));
        const bool is_certain = games == 200 && !is_vietnamese;  // VISCII may look like UTF-8
        CHECK((guess.is_sure() || !is_certain));
        Bin& bin = guess.is_sure() ? sure : unsure;
        bin.stated += guess.probability;
        bin.right += is_right ? 1 : 0;
        bin.files += 1;
      }
    }
  }
  CAPTURE(sure.files, unsure.files, unsure.stated, unsure.right);
  CHECK(sure.files + unsure.files >= 1000);
  CHECK(sure.files >= 0.95 * (sure.files + unsure.files));
  CHECK(sure.right - sure.stated <= 0.03 * sure.files);
  CHECK(std::abs(unsure.right - unsure.stated) <= 0.1 * unsure.files);
}

TEST_CASE("Western names are Windows-1252, alone and in files of any size", "[legacy_encoding]") {
  for (const std::string name : {"M\xFCller", "No\xEBl",
                                 "Pe\xF1"
                                 "a",
                                 "S\xF8ren", "\xC5kesson", "Jos\xE9", "S\xE3o", "Gro\xDFmann",
                                 "\xBD-\xBD", "\xA9 Smith", "O\x92Kelly", "\x93Open\x94"}) {
    for (const int times : {1, 50}) {
      std::string text;
      for (int i = 0; i < times; ++i) text += "[White \"" + name + "\"]\n\n1. e4 *\n\n";
      const EncodingGuess guess = guess_encoding(text);
      CAPTURE(name, times, guess.encoding, guess.probability, guess.runner_up);
      CHECK(guess.encoding == "windows-1252");
      CHECK(guess.is_sure());
    }
  }
}

TEST_CASE("controls, boxes, capitals and two scripts in a word refute an encoding",
          "[legacy_encoding]") {
  struct Case {
    std::string text;
    std::string_view refuted;
    std::string_view right;
  };
  const std::vector<Case> cases = {
      {"[White \"\xD0\xE1\xF0\xE1\xE4\xFC\xF0\xEF\xF5\xEB\xEF\xF2\"]", "KOI8-R", "windows-1253"},
      {"[White \"\x80\xAB\xA5\xAA\xE1\xA5\xA5\xA2\"]", "macintosh", "CP866"},
      {"[White \"\xEB\xCF\xD7\xC1\xCC\xD8\xDE\xD5\xCB, \xB7\xD6\xC1\xCB\"]", "KOI8-R", "KOI8-U"},
      {"[White \"\x9Dsterg\x86rd, S\x9Bren\"]", "CP437", "CP850"},
  };
  for (const auto& [text, refuted, right] : cases) {
    const EncodingGuess guess = guess_encoding(text);
    CAPTURE(text, guess.encoding, guess.probability, guess.runner_up);
    CHECK(guess.encoding == right);
    CHECK(guess.is_sure());
    CHECK((guess.runner_up != refuted || guess.runner_up_probability < 0.01));
  }
}

TEST_CASE("bytes that damage a file are in no encoding", "[legacy_encoding]") {
  std::mt19937 random(5);
  std::string games;
  while (games.size() < 100'000) {
    games +=
        "[Event \"Open\"]\n[White \"Smyslov, Vassily\"]\n[Black \"Mecking, Henrique\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 {the main line} 1/2-1/2\n\n";
  }
  for (const std::size_t damaged : {20, 100, 700}) {
    for (const bool is_block : {false, true}) {
      std::string text = games;
      for (std::size_t i = 0; i < damaged; ++i) {
        text[is_block ? 5000 + i : random() % text.size()] = static_cast<char>(random());
      }
      const EncodingGuess guess = guess_encoding(text);
      CAPTURE(damaged, is_block, guess.encoding, guess.probability);
      CHECK_FALSE(guess.is_sure());
    }
  }
}

TEST_CASE("a file in another encoding becomes UTF-8, however it is read", "[legacy_encoding]") {
  std::mt19937 random(7);
  const std::string text =
      "[Event \"plain\"]\n\n1. d4 *\n\n" + FileMaker(kVocabularies.front()).file(10, random);
  for (const std::string name : {"windows-1251", "KOI8-R"}) {
    const std::string bytes = *converted(text, "UTF-8", name);
    for (const std::size_t portion : {1u, 3u, 1000u}) {
      CAPTURE(name, portion);
      const PlainText plain = opened(bytes, portion);
      CHECK(read_all(*plain.source) == text);
      CHECK(plain.form->guess.encoding == name);
      CHECK_FALSE(plain.form->is_plain());
    }
  }
}

TEST_CASE("UTF-8, Latin-1 and single stray bytes stay as they are", "[legacy_encoding]") {
  for (const std::string text :
       {"[White \"M\u00fcller\"]", "[White \"\u041a\u0430\u0440\u043f\u043e\u0432\"]\n\xff",
        "[White \"M\xFCller, J\xF6rg\"]\n[Black \"H\xFC"
        "bner\"]\n",
        "", "\xE2\x80", "1. e4 \xB1 *"}) {
    for (const std::size_t portion : {1u, 2u, 1000u}) {
      CAPTURE(text, portion);
      const PlainText plain = opened(text, portion);
      CHECK(read_all(*plain.source) == text);
      CHECK(plain.form->is_plain());
    }
  }
}

TEST_CASE("shift sequences make the encoding of 7-bit text uncertain, however it is read",
          "[legacy_encoding]") {
  struct Case {
    std::string text;
    bool is_unproved = true;
    std::string guess = {};
  };
  const std::vector<Case> cases = {
      {"[White \"\x1B$B;3ED\x1B(B\"]\n", true, "ISO-2022-JP"},
      {"\x1B$)C[White \"\x0E"
       "1h\x0F\"]\n",
       true, "ISO-2022-KR"},
      {"[White \"\x1B\x1B$)A~\"]\n", true, "ISO-2022-CN"},
      {"[White \"~~{P;>|~}\"]\n", true},
      {"[White \"" + std::string(1000, '~') + "\x1B-AE\"]\n", true},
      {"\x1B[1m[White \"Smith\"]\x1B(B\x1B[m\n", false},
      {"{~{1~}~{ab ~}~{} ~ \x1B", false},
      {"~{" + std::string(1000, 'a') + "~}", false},
  };
  for (const Case& one : cases) {
    for (const std::size_t portion : {1u, 2u, 3u, 5u, 1000u}) {
      CAPTURE(one.text, portion);
      const PlainText plain = opened(one.text, portion);
      CHECK(read_all(*plain.source) == one.text);
      CHECK(plain.form->is_unproved == one.is_unproved);
      CHECK(plain.form->guess.encoding == one.guess);
      CHECK(plain.form->is_plain());
    }
  }
}

TEST_CASE("text that is UTF-8 is kept, whichever encoding is given", "[legacy_encoding]") {
  const std::string utf8 = "[White \"M\u00fcller\"]\n";
  const std::string mixed = utf8 + "[Black \"M\xFCller\"]\n";
  set_legacy_text(LegacyText::Convert, "cp1252");
  for (const std::size_t portion : {1u, 2u, 1000u}) {
    CAPTURE(portion);
    const PlainText kept = opened(utf8, portion);
    CHECK(read_all(*kept.source) == utf8);
    CHECK(kept.form->is_plain());
    const PlainText converted = opened(mixed, portion);
    CHECK(read_all(*converted.source) ==
          "[White \"M\u00c3\u00bcller\"]\n[Black \"M\u00fcller\"]\n");
  }
  set_legacy_text(LegacyText::Guess);
}

TEST_CASE("an encoding that is stated is not guessed", "[legacy_encoding]") {
  REQUIRE_FALSE(fault_of_encoding("cp1250"));
  set_legacy_text(LegacyText::Convert, "cp1250");
  const PlainText polish = opened("[White \"S\xEAk\"]", 1000);
  set_legacy_text(LegacyText::Keep);
  const PlainText kept = opened("[White \"\xCA\xE0\xF0\xEF\xEE\xE2\"]", 1000);
  set_legacy_text(LegacyText::Guess);
  CHECK(read_all(*polish.source) == "[White \"S\u0119k\"]");
  CHECK(read_all(*kept.source) == "[White \"\xCA\xE0\xF0\xEF\xEE\xE2\"]");
  CHECK(fault_of_encoding("klingon"));
  CHECK(fault_of_encoding("cp1250//IGNORE"));
}

namespace {

// Decodes a text in a wrong encoding. Undefined bytes become C1 controls.
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
