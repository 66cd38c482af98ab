#include "lib/laws/result_text.h"

#include <algorithm>
#include <string>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Spelling {
  std::string_view text;  // in plain form
  Outcome outcome;
  ResultForm form;
};

using enum Outcome;
using enum ResultForm;

constexpr Spelling kSpellings[] = {
    {"1-0", WhiteWins, Nonstandard},
    {"1-o", WhiteWins, Nonstandard},
    {"1.0-0.0", WhiteWins, Nonstandard},
    {"1/0", WhiteWins, Nonstandard},
    {"whitewins", WhiteWins, Nonstandard},
    {"whitewon", WhiteWins, Nonstandard},
    {"blackresigns", WhiteWins, Nonstandard},
    {"blackresigned", WhiteWins, Nonstandard},

    {"0-1", BlackWins, Nonstandard},
    {"o-1", BlackWins, Nonstandard},
    {"0.0-1.0", BlackWins, Nonstandard},
    {"0/1", BlackWins, Nonstandard},
    {"blackwins", BlackWins, Nonstandard},
    {"blackwon", BlackWins, Nonstandard},
    {"whiteresigns", BlackWins, Nonstandard},
    {"whiteresigned", BlackWins, Nonstandard},

    {"1/2-1/2", Draw, Nonstandard},
    {"1/2/1/2", Draw, Nonstandard},
    {"1/21/2", Draw, Nonstandard},
    {"1/2", Draw, Nonstandard},
    {"1/2-", Draw, Nonstandard},
    {"1/2-1-2", Draw, Nonstandard},
    {"0.5-0.5", Draw, Nonstandard},
    {"0.5", Draw, Nonstandard},
    {".5-.5", Draw, Nonstandard},
    {"0.5/0.5", Draw, Nonstandard},
    {"=-=", Draw, Nonstandard},
    {"=", Draw, Nonstandard},
    {"draw", Draw, Nonstandard},
    {"drawn", Draw, Nonstandard},
    {"drawagreed", Draw, Nonstandard},
    {"tie", Draw, Nonstandard},
    {"remis", Draw, Nonstandard},

    {"1-0f", WhiteWins, Forfeit},
    {"1f-0f", WhiteWins, Forfeit},
    {"1f-0", WhiteWins, Forfeit},
    {"1-0ff", WhiteWins, Forfeit},
    {"1-0forfeit", WhiteWins, Forfeit},
    {"1-0(f)", WhiteWins, Forfeit},
    {"1-0(ff)", WhiteWins, Forfeit},
    {"1-0(forfeit)", WhiteWins, Forfeit},
    {"1x-0f", WhiteWins, Forfeit},
    {"+/-", WhiteWins, Forfeit},
    {"+--", WhiteWins, Forfeit},
    {"+-", WhiteWins, Forfeit},

    {"0f-1", BlackWins, Forfeit},
    {"0f-1f", BlackWins, Forfeit},
    {"0-1f", BlackWins, Forfeit},
    {"0-1ff", BlackWins, Forfeit},
    {"0-1forfeit", BlackWins, Forfeit},
    {"0-1(f)", BlackWins, Forfeit},
    {"0-1(ff)", BlackWins, Forfeit},
    {"0-1(forfeit)", BlackWins, Forfeit},
    {"0f-1x", BlackWins, Forfeit},
    {"-/+", BlackWins, Forfeit},
    {"--+", BlackWins, Forfeit},
    {"-+", BlackWins, Forfeit},

    {"0-0", Unknown, DoubleForfeit},
    {"0-0f", Unknown, DoubleForfeit},
    {"0f-0f", Unknown, DoubleForfeit},
    {"0-0ff", Unknown, DoubleForfeit},
    {"-/-", Unknown, DoubleForfeit},
    {"---", Unknown, DoubleForfeit},
    {"doubleforfeit", Unknown, DoubleForfeit},

    {"*", Unknown, Nonstandard},
    {"?", Unknown, Nonstandard},
    {"unknown", Unknown, Nonstandard},
    {"unfinished", Unknown, Nonstandard},
    {"unterminated", Unknown, Nonstandard},
    {"undecided", Unknown, Nonstandard},
    {"ongoing", Unknown, Nonstandard},
    {"inprogress", Unknown, Nonstandard},
};

// The longest text that can still be a result.
constexpr std::size_t kLongest = 40;

struct Replacement {
  std::string_view text;
  std::string_view plain;
};

// Characters outside ASCII, in UTF-8, and signs that stand for others.
constexpr Replacement kReplacements[] = {
    {" ", ""},
    {"\t", ""},
    {"\r", ""},
    {"\n", ""},
    {":", "-"},
    {",", "."},
    {"_", "-"},
    {"\xC2\xBD", "1/2"},    // one half
    {"\xC2\xA0", ""},       // no-break space
    {"\xE2\x80\x90", "-"},  // hyphen
    {"\xE2\x80\x91", "-"},  // non-breaking hyphen
    {"\xE2\x80\x92", "-"},  // figure dash
    {"\xE2\x80\x93", "-"},  // en dash
    {"\xE2\x80\x94", "-"},  // em dash
    {"\xE2\x88\x92", "-"},  // minus sign
    {"\xE2\x81\x84", "/"},  // fraction slash
};

// Without blanks and capitals, with plain signs.
std::string plain_form(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto* replacement = std::ranges::find_if(
        kReplacements,
        [&](const Replacement& candidate) { return text.starts_with(candidate.text); });
    if (replacement != std::end(kReplacements)) {
      plain += replacement->plain;
      text.remove_prefix(replacement->text.size());
    } else {
      plain += to_small(text.front());
      text.remove_prefix(1);
    }
  }
  return plain;
}

// Without the parentheses around it, or the full stop behind it.
std::string_view bare(std::string_view text) {
  text = trim(text);
  if (text.starts_with('(') && text.ends_with(')')) return trim(text.substr(1, text.size() - 2));
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

// Null for what is no result.
const Spelling* spelling_of(std::string_view text) {
  text = bare(text);
  if (text.empty() || text.size() > kLongest) return nullptr;
  const auto* spelling = std::ranges::find(kSpellings, plain_form(text), &Spelling::text);
  return spelling == std::end(kSpellings) ? nullptr : spelling;
}

bool is_sign(char c) { return std::string_view("+-=/").find(c) != std::string_view::npos; }

}  // namespace

std::optional<ResultReading> read_result(std::string_view text) {
  if (text == "1-0") return ResultReading{WhiteWins, Standard};
  if (text == "0-1") return ResultReading{BlackWins, Standard};
  if (text == "1/2-1/2") return ResultReading{Draw, Standard};
  if (text == "*") return ResultReading{Unknown, Standard};
  const Spelling* spelling = spelling_of(text);
  if (spelling == nullptr) return std::nullopt;
  return ResultReading{spelling->outcome, spelling->form};
}

std::optional<ResultReading> read_terminator(std::string_view text) {
  const Spelling* spelling = spelling_of(text);
  const bool is_assessment = spelling != nullptr && std::ranges::all_of(spelling->text, is_sign);
  return is_assessment ? std::nullopt : read_result(text);
}

}  // namespace arbiter
