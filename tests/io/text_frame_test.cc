// Tests text around games, which is removed before the games are read.
#include "lib/io/text_frame.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

using namespace arbiter;
using namespace arbiter::testing;

namespace {

// Decodes the text in pieces of `size` bytes. Returns it unchanged if it has no frame.
std::string without_frame(const std::string& text, std::size_t size) {
  const auto frame = find_frame(text);
  if (!frame) return text;
  FrameDecoder decoder(*frame);
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); at += size)
    decoder.append(text.substr(at, size), decoded);
  decoder.finish(decoded);
  return decoded;
}

struct Row {
  std::string framed;
  std::string text;
};

const Row kRows[] = {
    {"> [A \"x\"]\n> [B \"y\"]\n>\n> 1. e4 *\n", "[A \"x\"]  \n[B \"y\"]  \n \n1. e4 *  \n"},
    {"1: [A \"x\"]\n2: [B \"y\"]\n12. e4 *\n", "[A \"x\"]   \n[B \"y\"]   \n12. e4 *\n"},
    {"  7\t[A \"x\"]\n  8\t[B \"y\"]\n 10\t1. e4\n", "[A \"x\"]    \n[B \"y\"]    \n1. e4    \n"},
    {"[A \"x\"],\r\n[B \"y\"],\r\n", "[A \"x\"] \r\n[B \"y\"] \r\n"},
    {"[pgn][A \"x\"]\n[B \"y\"]\n*[/pgn]\n", "[A \"x\"]     \n[B \"y\"]\n*      \n"},
    {"\\mainline{1. e4 {a} e5}\n", "1. e4 {a} e5           \n"},
    {R"({"id": 1, "pgn": "[A \"\u00e9\"]\n1. e4 *", "x": "y"})", "[A \"\u00e9\"]\n1. e4 *\n\n"},
    {R"("[A \"x\"]\n" + "1. e4 *\n";)", "[A \"x\"]\n1. e4 *\n\n\n"},
    {R"({"pgn": ["[A \"x\"]", "[B \"y\"]", "", "1. e4 *"], "x": "y"})",
     "[A \"x\"]\n[B \"y\"]\n\n1. e4 *\n\n"},
    {R"(["[A \"x\"]\n1. e4 *", "[A \"y\"]\n1. d4 *"])",
     "[A \"x\"]\n1. e4 *\n\n[A \"y\"]\n1. d4 *\n\n"},
    {"'[A \"x\"]\\n' +\n'[B \"y\"]\\n';", "[A \"x\"]\n[B \"y\"]\n\n\n"},
    {R"({\rtf1{\fonttbl{\f0 Arial;}}\f0 [A "\'e9"]\par 1. e4 \{a\} *\par})",
     "[A \"\u00e9\"]\n1. e4 {a} *\n"},
    {"[A \"x\"]\n[B \"y\"]\n\n1. e4 {> [A \"x\"]\n> [B \"y\"]} *\n",
     "[A \"x\"]\n[B \"y\"]\n\n1. e4 {> [A \"x\"]\n> [B \"y\"]} *\n"},
    {"% > [A \"x\"]\n% > [B \"y\"]\n", "% > [A \"x\"]\n% > [B \"y\"]\n"},
};

}  // namespace

TEST_CASE("a frame around games is removed from text in pieces of any size") {
  for (const Row& row : kRows) {
    for (const std::size_t size : {1, 2, 7, 1000}) {
      CAPTURE(row.framed, size);
      CHECK(without_frame(row.framed, size) == row.text);
    }
  }
}

TEST_CASE("text that begins with a tag or a move is not searched for a frame") {
  CHECK_FALSE(may_have_frame("[Event \"x\"]\n[Site \"y\"]\n"));
  CHECK_FALSE(may_have_frame("\n1. e4 e5 *\n"));
  CHECK(may_have_frame("> [Event \"x\"]\n"));
  CHECK(may_have_frame("[Event \"x\"]\\par\n"));
  CHECK(may_have_frame("{\"pgn\": 1}"));
}
