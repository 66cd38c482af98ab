#include "lib/base/encoding.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Checks UTF-8 in the other direction: decodes each character, and encodes it again.
bool is_utf8_by_reencoding(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const std::size_t size = lead < 0x80   ? 1
                             : lead < 0xC0 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                                           : 4;
    if (size == 0 || at + size > bytes.size()) return false;
    char32_t point = size == 1 ? lead : lead & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
      point = point << 6 | (static_cast<unsigned char>(bytes[at + i]) & 0x3F);
    }
    std::string again;
    append_utf8(point, again);
    if (again != bytes.substr(at, size)) return false;
    at += size;
  }
  return true;
}

std::string utf16(std::u16string_view text, Encoding byte_order) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    if (byte_order == Encoding::Utf16Le) {
      bytes += {low, high};
    } else {
      bytes += {high, low};
    }
  }
  return bytes;
}

std::string decoded(std::string_view utf16, Encoding byte_order) {
  std::string utf8;
  Utf16Decoder decoder(byte_order);
  decoder.append(utf16, utf8);
  decoder.finish(utf8);
  return utf8;
}

}  // namespace

TEST_CASE("well-formed UTF-8 is recognized", "[encoding]") {
  const std::string text = GENERATE(as<std::string>{}, "", "a", "Capablanca", "Tal\xC3\xA9",
                                    "\xE2\x99\x98", "\xF0\x9F\x99\x82", "\xF4\x8F\xBF\xBF",
                                    "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBB\xBF");
  CAPTURE(text);
  CHECK(is_utf8(text));
  CHECK(is_utf8(std::string(100, 'x') + text + std::string(100, 'y')));
}

TEST_CASE("invalid bytes are found at their places", "[encoding]") {
  const std::string bad =
      GENERATE(as<std::string>{}, "\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xE0\x9F\xBF",
               "\xED\xA0\x80", "\xED\xBF\xBF", "\xE2\x99", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
               "\xF5\x80\x80\x80", "\xFF");
  CAPTURE(bad);
  CHECK_FALSE(is_utf8(bad));
  CHECK(find_invalid_utf8(bad) == 0u);
  CHECK(find_invalid_utf8(std::string(45, 'x') + "\xC3\xA9" + bad + "z") == 47u);
}

TEST_CASE("the UTF-8 check agrees with encoding each character again", "[encoding]") {
  std::mt19937 random(20261121);
  const std::string alphabet =
      "ab \x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xDF\xE0\xE2\xED\xEF\xF0\xF4\xF5";
  int well_formed = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string text(random() % 7, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    const std::string padded = std::string(random() % 40, 'p') + text;
    well_formed += is_utf8(padded);
    REQUIRE(is_utf8(padded) == is_utf8_by_reencoding(padded));
  }
  CHECK(well_formed > 1000);
}

TEST_CASE("one byte that may switch to another encoding is found anywhere", "[encoding]") {
  const std::size_t size = GENERATE(0U, 1U, 127U, 128U, 129U, 300U);
  std::string text(size, 'e');
  CHECK(is_unshifted_ascii(text));
  for (std::size_t at = 0; at < size; at += 1 + at / 16) {
    for (int byte = 0; byte < 256; ++byte) {
      text[at] = static_cast<char>(byte);
      const bool is_other = byte == 0x1B || byte > '}';
      if (is_unshifted_ascii(text) == is_other) FAIL(byte << " at " << at << " of " << size);
    }
    text[at] = 'e';
  }
}

TEST_CASE("Windows-1252 becomes UTF-8 and loses no byte", "[encoding]") {
  CHECK(utf8_from_windows_1252("G\xF6ttingen") == "G\xC3\xB6ttingen");
  CHECK(utf8_from_windows_1252("\x93Immortal\x94 \x96 \x80") ==
        "\xE2\x80\x9CImmortal\xE2\x80\x9D \xE2\x80\x93 \xE2\x82\xAC");
  CHECK(utf8_from_windows_1252("\x8A\x8E\x9A\x9E\x9F") ==
        "\xC5\xA0\xC5\xBD\xC5\xA1\xC5\xBE\xC5\xB8");
  CHECK(utf8_from_windows_1252("\x81\x8D\x8F\x90\x9D") ==
        "\xC2\x81\xC2\x8D\xC2\x8F\xC2\x90\xC2\x9D");
  std::string all(256, '\0');
  for (int i = 0; i < 256; ++i) all[static_cast<std::size_t>(i)] = static_cast<char>(i);
  CHECK(is_utf8(utf8_from_windows_1252(all)));
  CHECK(count_code_points(utf8_from_windows_1252(all)) == 256);
}

TEST_CASE("a string is decoded in the encoding that its bytes allow", "[encoding]") {
  struct Case {
    std::string bytes;
    std::string utf8;
    Encoding found;
  };
  const Case c =
      GENERATE(Case{"", "", Encoding::Ascii}, Case{"Tal, Mihail", "Tal, Mihail", Encoding::Ascii},
               Case{"M\xC3\xBCller", "M\xC3\xBCller", Encoding::Utf8},
               Case{"M\xFCller", "M\xC3\xBCller", Encoding::Latin1},
               Case{"Ku\x9Emin", "Ku\xC5\xBEmin", Encoding::Windows1252},
               Case{"M\xFCller \x96 Ku\x9Emin", "M\xC3\xBCller \xE2\x80\x93 Ku\xC5\xBEmin",
                    Encoding::Windows1252},
               // One invalid byte does not affect the rest.
               Case{"M\xC3\xBCller \x96 Ku\xC5\xBEmin \xFC",
                    "M\xC3\xBCller \xE2\x80\x93 Ku\xC5\xBEmin \xC3\xBC", Encoding::Utf8},
               Case{"\xC3\xBC\xFC\xFC", "\xC3\x83\xC2\xBC\xC3\xBC\xC3\xBC", Encoding::Latin1});
  const DecodedText decoded = decode_text(c.bytes);
  CHECK(decoded.utf8 == c.utf8);
  CHECK(to_string(decoded.found) == to_string(c.found));
}

TEST_CASE("columns count code points, or bytes if the text is not UTF-8", "[encoding]") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("Nf3") == 3);
  CHECK(count_code_points("\xE2\x99\x98"
                          "f3 \xC2\xBD") == 5);
  CHECK(count_code_points("M\xFCller") == 6);
  for (std::size_t before = 0; before < 50; ++before) {
    for (std::size_t behind = 0; behind < 50; ++behind) {
      const std::string text = std::string(before, 'x') + "\xE2\x99\x98" + std::string(behind, 'y');
      REQUIRE(count_code_points(text) == before + 1 + behind);
      REQUIRE(find_invalid_utf8(std::string(before, 'x') + "\xFF" + std::string(behind, 'y')) ==
              before);
    }
  }
}

TEST_CASE("an index finds the columns that counting finds", "[encoding]") {
  std::string text;
  for (int i = GENERATE(0, 1, 85, 86, 1000); i > 0; --i) text += "a\xC3\xA9\xFF";
  const ColumnIndex index(text);
  CHECK(index.size() == count_code_points(text));
  for (std::size_t column = 0; column <= index.size() + 1; ++column) {
    CHECK(index.offset_of(column) == size_of_code_points(text, column));
  }
  CHECK(index.text_of(1, 2) ==
        std::string_view(text).substr(std::min<std::size_t>(text.size(), 1), 3));
}

TEST_CASE("byte order marks are measured", "[encoding]") {
  CHECK(byte_order_mark_size("\xEF\xBB\xBF[Event") == 3);
  CHECK(byte_order_mark_size("\xFF\xFE[") == 2);
  CHECK(byte_order_mark_size("\xFE\xFF") == 2);
  CHECK(byte_order_mark_size("\xEF\xBB") == 0);
  CHECK(byte_order_mark_size("") == 0);
}

TEST_CASE("UTF-16 is detected by its mark or its NUL bytes", "[encoding]") {
  const Encoding order = GENERATE(Encoding::Utf16Le, Encoding::Utf16Be);
  CHECK(find_utf16(utf16(u"\uFEFF[", order)) == order);
  CHECK(find_utf16(utf16(u"[Event \"Zürich\"]\r\n", order)) == order);
  CHECK(find_utf16(utf16(u"[White \"Карпов\"]\r\n[Black \"Tal, Mihail\"]", order)) == order);
}

TEST_CASE("other texts are not mistaken for UTF-16", "[encoding]") {
  using namespace std::string_literals;
  const std::string text = GENERATE(as<std::string>{}, "", "[Event \"?\"]", "\xEF\xBB\xBF[Event",
                                    "\0\0"s, "\0\0\0\0\0\0\0\0\0\0"s, "1. e4\0 e5 2. Nf3 Nc6\0"s);
  CHECK_FALSE(find_utf16(text).has_value());
}

TEST_CASE("UTF-16 becomes UTF-8 in parts of all sizes", "[encoding]") {
  const Encoding order = GENERATE(Encoding::Utf16Le, Encoding::Utf16Be);
  const std::string bytes = utf16(u"\uFEFF1. \u2658f3 Zürich \U0001F642.", order);
  const std::string expected =
      "\xEF\xBB\xBF"
      "1. \xE2\x99\x98"
      "f3 Z\xC3\xBCrich \xF0\x9F\x99\x82.";
  CHECK(decoded(bytes, order) == expected);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Utf16Decoder decoder(order);
    std::string utf8;
    decoder.append(std::string_view(bytes).substr(0, cut), utf8);
    decoder.append(std::string_view(bytes).substr(cut), utf8);
    decoder.finish(utf8);
    REQUIRE(utf8 == expected);
  }
}

TEST_CASE("half a surrogate pair keeps its value, in bytes that are not UTF-8", "[encoding]") {
  const Encoding order = GENERATE(Encoding::Utf16Le, Encoding::Utf16Be);
  const std::u16string high(1, static_cast<char16_t>(0xD83D));
  const std::u16string low(1, static_cast<char16_t>(0xDE42));
  const std::string high_bytes = "\xED\xA0\xBD";
  const std::string low_bytes = "\xED\xB9\x82";
  CHECK(decoded(utf16(u"a" + high, order), order) == "a" + high_bytes);
  CHECK(decoded(utf16(u"a" + low + u"b", order), order) == "a" + low_bytes + "b");
  CHECK(decoded(utf16(high + u"b", order), order) == high_bytes + "b");
  CHECK(decoded(utf16(high + high + low, order), order) == high_bytes + "\xF0\x9F\x99\x82");
  CHECK(decoded(utf16(u"a", order) + "x", order) == "ax");
}

}  // namespace arbiter::testing
