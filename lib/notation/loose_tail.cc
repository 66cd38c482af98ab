#include "lib/notation/loose_tail.h"

#include <algorithm>
#include <span>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct CheckSign {
  std::string_view text;
  CheckMark mark;
};

// Longer ones before those with which they end.
constexpr CheckSign kCheckSigns[] = {
    {"dbl.ch.", CheckMark::Check}, {"dbl.ch", CheckMark::Check}, {"dblch", CheckMark::Check},
    {"dis.ch.", CheckMark::Check}, {"dis.ch", CheckMark::Check}, {"disch", CheckMark::Check},
    {"check", CheckMark::Check},   {"ch.", CheckMark::Check},    {"ch", CheckMark::Check},
    {"dbl", CheckMark::Check},     {"dis", CheckMark::Check},    {"mate", CheckMark::Mate},
    {"mat", CheckMark::Mate},      {"+", CheckMark::Check},      {"#", CheckMark::Mate},
    {"\u2020", CheckMark::Check},  // dagger
    {"\u2021", CheckMark::Mate},   // double dagger
    {"\u2260", CheckMark::Mate},   // not equal
};

constexpr std::string_view kEnPassantMarks[] = {"(e.p.)", "(ep)", "/e.p.", "/ep",
                                                "e.p.",   "e.p",  "ep.",   "ep"};

constexpr std::string_view kGlyphs[] = {
    "+/-", "-/+", "+/=", "=/+",    "+--",    "--+",    "+-",     "-+",
    "+=",  "=+",  "=",   "\u00b1", "\u2213", "\u2a72", "\u2a71", "\u221e",
};

// Whether `text` ends with `end`, small letters or not, and more stands before it.
bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() &&
         equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

std::string_view longest_end(std::string_view text, std::span<const std::string_view> ends) {
  for (const std::string_view end : ends) {
    if (ends_with(text, end)) return end;
  }
  return {};
}

class TailReader {
 public:
  TailReader(std::string_view& text, LooseMove& move) : text_(text), move_(move) {}

  void read() {
    while (take_suffix() || take_glyph() || take_check_sign() || take_en_passant()) {
    }
  }

 private:
  bool take_suffix();
  bool take_glyph();
  bool take_check_sign();
  bool take_en_passant();

  std::string_view& text_;
  LooseMove& move_;
};

bool TailReader::take_suffix() {
  const std::size_t start = text_.find_last_not_of("!?") + 1;
  if (start == text_.size() || start == 0) return false;
  const bool is_behind_all = move_.san.check_mark() == CheckMark::None && move_.suffix.empty();
  if (text_.size() - start > 2 || !is_behind_all) move_.spelling.add(SpellingDeviation::Suffix);
  if (move_.suffix.empty()) move_.suffix = text_.substr(start);
  text_ = text_.substr(0, start);
  return true;
}

bool TailReader::take_glyph() {
  const std::string_view glyph = longest_end(text_, kGlyphs);
  if (glyph.empty()) return false;
  move_.spelling.add(SpellingDeviation::TextGlyph);
  text_.remove_suffix(glyph.size());
  return true;
}

bool TailReader::take_check_sign() {
  for (const CheckSign& sign : kCheckSigns) {
    if (!ends_with(text_, sign.text)) continue;
    const bool is_first = move_.san.check_mark() == CheckMark::None;
    if (!is_first || (sign.text != "+" && sign.text != "#")) {
      move_.spelling.add(SpellingDeviation::CheckSpelling);
    }
    move_.san.set_check_mark(std::max(sign.mark, move_.san.check_mark()));
    text_.remove_suffix(sign.text.size());
    return true;
  }
  return false;
}

bool TailReader::take_en_passant() {
  const std::string_view mark = longest_end(text_, kEnPassantMarks);
  if (mark.empty()) return false;
  move_.spelling.add(SpellingDeviation::EnPassantMark);
  text_.remove_suffix(mark.size());
  return true;
}

}  // namespace

void take_tail(std::string_view& text, LooseMove& move) { TailReader(text, move).read(); }

std::optional<SpellingDeviation> mark_in(std::string_view word) {
  for (const std::string_view mark : kEnPassantMarks) {
    if (equal_ignoring_case(word, mark)) return SpellingDeviation::EnPassantMark;
  }
  for (const CheckSign& sign : kCheckSigns) {
    if (equal_ignoring_case(word, sign.text)) return SpellingDeviation::CheckSpelling;
  }
  const bool is_run = !word.empty() && word.find_first_not_of("+#") == std::string_view::npos;
  if (is_run) return SpellingDeviation::CheckSpelling;
  return std::nullopt;
}

}  // namespace arbiter
