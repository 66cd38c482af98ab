#include "lib/io/text_conversion.h"

#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Returns the converted text of a source that returns `step` bytes at a time.
std::string converted(std::string_view page, std::size_t step) {
  auto source =
      std::make_unique<PeekableSource>(std::make_unique<PortionSource>(page, std::vector{step}));
  const PlainText text = plain_text(std::move(source));
  std::string read;
  std::array<char, 64> block;
  while (const std::size_t size = text.source->read(block)) read.append(block.data(), size);
  return read;
}

// Returns the bytes of a text in UTF-16.
std::string utf16(std::u16string_view text, Encoding order) {
  std::string bytes;
  for (const char16_t unit : text) {
    const auto high = static_cast<char>(unit >> 8);
    const auto low = static_cast<char>(unit & 0xFF);
    bytes += order == Encoding::Utf16Le ? std::string{low, high} : std::string{high, low};
  }
  return bytes;
}

}  // namespace

TEST_CASE("the encoding is detected for each part of a text", "[text_conversion]") {
  constexpr Encoding kLe = Encoding::Utf16Le;
  constexpr Encoding kBe = Encoding::Utf16Be;
  const std::string ascii = "[Event \"two\"]\n[White \"Birch\"]\n\n1. d4 d5 2. c4 e6 0-1\n\n";
  const std::string utf8 = "[Event \"\u041a\u0443\u0431\u043e\u043a\"]\n\n1. c4 *\n\n";
  const std::string read =
      "[Event \"\u041a\u4e2d\u56fd\"]\r\n\r\n1. e4 e5 {\u4100\u3042} 1-0\r\n\r\n";
  const std::u16string wide =
      u"[Event \"\u041a\u4e2d\u56fd\"]\r\n\r\n1. e4 e5 {\u4100\u3042} 1-0\r\n\r\n";
  const std::string nul(1, '\0');
  const struct {
    std::string bytes;
    std::string text;
    bool is_mixed = true;
  } cases[] = {
      {utf16(u"\uFEFF" + wide, kLe) + ascii, read + ascii},
      {utf16(u"\uFEFF" + wide, kBe) + ascii, read + ascii},
      {utf16(wide, kLe) + utf8, read + utf8},
      {utf16(wide, kBe) + ascii, read + ascii},
      {utf16(wide, kLe) + "\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n",
       read + "\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n"},
      {ascii + utf16(wide, kLe), ascii + read},
      {utf8 + utf16(wide, kLe) + ascii, utf8 + read + ascii},
      {ascii + utf16(u"\uFEFF" + wide, kLe), ascii + read},
      {ascii + utf16(u"\uFEFF" + wide, kBe) + utf8, ascii + read + utf8},
      {utf16(u"\uFEFF" + wide, kLe) + utf16(u"\uFEFF" + wide, kBe), read + read, false},
      {utf16(wide, kLe) + ascii + utf16(wide, kLe), read + ascii + read},
      {utf16(wide + u"{\u3042\u3044\u3046\u3048\u304a\u304b\u304d}", kLe),
       read + "{\u3042\u3044\u3046\u3048\u304a\u304b\u304d}", false},
      {ascii + nul + "a" + nul + "b" + nul + nul + "c",
       ascii + nul + "a" + nul + "b" + nul + nul + "c", false},
  };
  for (const auto& one : cases) {
    for (const std::size_t step : {1u, 7u, 1000u}) {
      CAPTURE(one.text, step);
      CHECK(converted(one.bytes, step) == one.text);
    }
    const PlainText text =
        plain_text(std::make_unique<PeekableSource>(std::make_unique<PortionSource>(one.bytes)));
    std::array<char, 4096> block;
    read_fully(*text.source, block);
    CHECK(text.form->parts.is_mixed() == one.is_mixed);
  }
}

TEST_CASE("the games of an HTML page are its text", "[text_conversion]") {
  const struct {
    std::string page;
    std::string text;
  } cases[] = {
      {"<html><head><title>[x]</title></head><body><pre>[White \"A\"]\n\n1. e4 *\n</pre></body>",
       "[White \"A\"]\n\n1. e4 *\n"},
      {"<!DOCTYPE html><p>[White &quot;A &amp; B&quot;]</p>\n<p>1. e4&nbsp;*</p>",
       "[White \"A & B\"]\n1. e4\u00a0*\n"},
      {"[White \"A\"]<br>\n[Black \"B\"]<br>\n<br>\n1. e4 *<br>\n",
       "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n"},
      {"[White &quot;M&uuml;ller&quot;]<br/>1. e4 &#8212; &#x2192; *",
       "[White \"M\u00fcller\"]\n1. e4 \u2014 \u2192 *"},
      {"<pre>1. e4 <b class=\"x\">e5</b> <!-- <i> 2. d4 --> 2. Nf3 *</pre>",
       "1. e4 e5  2. Nf3 *\n"},
      {"<pre><script>if (a < b) f(\"</b>\");</script>1. e4 *</pre>", "1. e4 *\n"},
      {"<pre>1. e4 & e5 &copy2; &unknown; < 3 *</pre>", "1. e4 & e5 &copy2; &unknown; < 3 *\n"},
      {"<pre>1. e4 &am", "1. e4 &am"},
  };
  for (const auto& page : cases) {
    CAPTURE(page.page);
    for (const std::size_t step : {1u, 7u, 1000u}) CHECK(converted(page.page, step) == page.text);
  }
}

TEST_CASE("games that mention tags and entities are no HTML page", "[text_conversion]") {
  for (const std::string text :
       {"[Event \"a <br> b\"]\n\n1. e4 { <html> } *\n", "[Event \"the &quot;Open&quot;\"]\n",
        "1. e4 <> *", "[Event \"x\"]\n\n1. e4 {<br>} *", "", "<", "<>",
        "<?xml version=\"1.0\"?>\n<playerslist>\n<player></player>\n</playerslist>\n"}) {
    CAPTURE(text);
    CHECK(form_of_text(text).is_plain());
    CHECK(converted(text, 5) == text);
  }
}
