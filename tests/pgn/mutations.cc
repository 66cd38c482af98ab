#include "tests/pgn/mutations.h"

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::size_t below(std::size_t limit, std::mt19937& chance) {
  return limit == 0 ? 0 : chance() % limit;
}

constexpr std::string_view kInsertions[] = {
    "\n\n[Event \"x\"]\n",
    "\n[Event \"x\"]\n",
    "\n\n[White \"x\"]\n",
    "\n[White \"x\"]\n",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\r\r",
    "\xEF\xBB\xBF",
    "%",
    "\n%x\n",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "1-0",
    " 1-0\n\n",
    "1/2-1/2 ",
    " * ",
    "$",
    "$7",
    "!",
    "??",
    "...",
    "12.",
    " O-O ",
    " --",
    "<",
    "e.p.",
    "[%clk 1:00]",
    "\t",
    " ",
    "\xFC",
    "[Event \"",
    "[%",
    " [Foo \"y\"]",
    "\n[a b]\n",
    "[\n",
    ",",
    ". ",
    "#1-0",
    "\n\n[Result \"*\"]\n[White \"y\"]\n",
    "\xC3\xBC",
};

void mutate_once(std::string& text, std::mt19937& chance) {
  const std::size_t at = below(text.size(), chance);
  const std::size_t length = 1 + below(40, chance);
  switch (chance() % 5) {
    case 0:
      if (!text.empty()) text[at] = static_cast<char>(chance());
      return;
    case 1:
      text.erase(at, length);
      return;
    case 2:
      text.insert(at, text.substr(at, length));
      return;
    default:
      text.insert(at, kInsertions[below(std::size(kInsertions), chance)]);
      return;
  }
}

}  // namespace

const std::vector<std::string>& sample_files() {
  static const std::vector<std::string> files = {
      R"([Event "First"]
[Site "here"]
[Result "1-0"]

1. e4 {a comment
[over] lines} e5 2. Nf3! (2. f4 exf4 (2... d5 3. exd5) 3. Nf3 $1) 2... Nc6 ; to the end
3. Bb5 a6 1-0

[Event "Second"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

1. O-O 1/2-1/2

% an escape
[Event "Third"]
[White "Müller \"Max\""]
[Black "b"]

1. d4 d5 2. c4 *

)",
      "mail header: x\r\n\r\n[Event \"a\"]\r\n[Result \"*\"]\r\n\r\n1.e4 e5 *\r\n\r\n"
      "[Event \"b\"]\r\n\r\n1. d4 {open\r\nstill\r\n\r\n[Event \"c\"]\r\n[White \"w\"]\r\n\r\n"
      "1. c4 (1. d4 \r\n\r\n[Event \"d\"]\r\n\r\n1. Nf3 Nf6 0-1 {resigned} foo\r\n\r\n",
      "1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 *\n\n\nsome words\n\n{a comment}\n\n1. Nf3 1/2-1/2\n",
      "[Event \"cr\"]\r[Site \"s\"]\r\r1. e4 e5 1-0\r\r[Event \"cr2\"]\r\r1. d4 *\r\r",
      "{before}\n[Event \"a\"]\n\n[White \"w\"]\n1. e4 0-0 1/2\n\n[White \"x\"]\n[Event \"b\"]\n\n"
      "*\n\n[Event \"no moves\"]\n\n[Event \"nor here\"]\n[Foo bar]\n[Bad \"x]\n\n\n1. e4 e5\n",
  };
  return files;
}

std::string mutated(std::string_view text, std::mt19937& chance) {
  std::string changed(text);
  for (std::size_t i = 1 + below(6, chance); i > 0; --i) mutate_once(changed, chance);
  return changed;
}

}  // namespace arbiter::testing
