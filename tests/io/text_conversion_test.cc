#include "lib/io/text_conversion.h"

#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

}  // namespace

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
        "1. e4 <> *", "[Event \"x\"]\n\n1. e4 {<br>} *", "", "<", "<>"}) {
    CAPTURE(text);
    CHECK(form_of_text(text).is_plain());
    CHECK(converted(text, 5) == text);
  }
}
