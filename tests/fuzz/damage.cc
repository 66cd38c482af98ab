#include "tests/fuzz/damage.h"

#include <iterator>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSigns =
    "{}()[]\";%\n\r\0$!?.*<>\\\t\v\x1A/=+-#\xFC\xC2\x92 0123456789"sv;

constexpr std::string_view kWords[] = {
    "\n\n[Event \"x\"]\n",
    "\n[Event \"",
    "[White \"A \\\"B\\\" C\"]",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 99 0\"]\n[SetUp \"1\"]\n",
    "\n[Variant \"chess960\"]\n",
    "[Result \"0-1\"]",
    "[Date \"2026.02.31\"]",
    "[TimeControl \"40/7200:20/3600:900+30\"]",
    "[ECO \"Z99\"]",
    " 1-0 ",
    " 1/2-1/2\n\n",
    " * ",
    " 99999999999999999999. ",
    " 1. e4 e5 2. Ke2 Ke7 ",
    " O-O-O ",
    " 0-0 ",
    " e8=Q+ ",
    " exd6e.p. ",
    " Ng1xf3!? ",
    " g1f3 ",
    " e7e8q ",
    " -- ",
    " $999999999999 ",
    " (((((((((( ",
    " )))))))))) ",
    " { [%clk 1:2 } ",
    " {[%csl Ra1,Xz9][%cal Ga1h8]} ",
    " ; to the end",
    "\n% escape\n",
    "\xEF\xBB\xBF",
    "\xE2\x99\x98",
    " \xE2\x80\x93 ",
    " White resigns, draw by repetition ",
};

}  // namespace

void Damage::flip(std::string& bytes) {
  if (bytes.empty()) return;
  char& byte = bytes[below(bytes.size())];
  byte = static_cast<char>(byte ^ (1 << below(8)));
}

void Damage::replace(std::string& bytes) {
  if (!bytes.empty()) bytes[below(bytes.size())] = static_cast<char>(below(256));
}

void Damage::cut_out(std::string& bytes) { bytes.erase(below(bytes.size()), stretch()); }

void Damage::cut_off(std::string& bytes) { bytes.resize(below(bytes.size())); }

void Damage::repeat(std::string& bytes) {
  const std::string piece = bytes.substr(below(bytes.size()), stretch());
  for (std::size_t times = 1 + below(3); times > 0; --times) {
    bytes.insert(below(bytes.size()), piece);
  }
}

void Damage::swap_stretches(std::string& bytes) {
  const std::size_t at = below(bytes.size());
  const std::string piece = bytes.substr(at, stretch());
  bytes.erase(at, piece.size());
  bytes.insert(below(bytes.size()), piece);
}

void Damage::insert_signs(std::string& bytes) {
  std::string signs;
  for (std::size_t count = 1 + below(4); count > 0; --count) signs += kSigns[below(kSigns.size())];
  bytes.insert(below(bytes.size()), signs);
}

void Damage::insert_words(std::string& bytes) {
  bytes.insert(below(bytes.size()), kWords[below(std::size(kWords))]);
}

std::string Damage::done_to(std::string_view bytes) {
  using Fault = void (Damage::*)(std::string&);
  constexpr Fault kFaults[] = {
      &Damage::flip,         &Damage::replace,        &Damage::cut_out,
      &Damage::repeat,       &Damage::swap_stretches, &Damage::insert_signs,
      &Damage::insert_signs, &Damage::insert_words,   &Damage::insert_words};
  std::string damaged(bytes);
  for (std::size_t count = 1 + below(8); count > 0; --count) {
    (this->*kFaults[below(std::size(kFaults))])(damaged);
  }
  if (below(10) == 0) cut_off(damaged);
  return damaged;
}

std::string Damage::done_to_packed(std::string_view bytes) {
  using Fault = void (Damage::*)(std::string&);
  constexpr Fault kFaults[] = {&Damage::flip,    &Damage::replace,        &Damage::cut_out,
                               &Damage::cut_off, &Damage::swap_stretches, &Damage::repeat};
  std::string damaged(bytes);
  for (std::size_t count = 1 + below(4); count > 0; --count) {
    (this->*kFaults[below(std::size(kFaults))])(damaged);
  }
  return damaged;
}

}  // namespace arbiter::testing
