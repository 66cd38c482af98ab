#include "lib/tags/title.h"

#include <algorithm>

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::string_view kFideTitles[] = {"GM",  "IM",  "FM",  "-",   "CM",  "WGM", "WIM",
                                            "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "HGM"};

constexpr std::string_view kOtherTitles[] = {"NM", "WNM", "SM", "WSM", "LM",  "WLM", "BOT",
                                             "NI", "IA",  "FA", "SIM", "CCM", "LGM", "LIM"};

}  // namespace

bool is_fide_title(std::string_view text) {
  return std::ranges::find(kFideTitles, text) != std::end(kFideTitles);
}

bool is_other_title(std::string_view text) {
  return std::ranges::find(kOtherTitles, text) != std::end(kOtherTitles);
}

std::string written_out_title(std::string_view text) {
  struct Short {
    std::string_view letter;
    std::string_view title;
  };
  constexpr Short kShort[] = {{"g", "GM"},   {"m", "IM"},   {"f", "FM"},   {"c", "CM"},
                              {"wg", "WGM"}, {"wm", "WIM"}, {"wf", "WFM"}, {"wc", "WCM"}};
  for (const Short& one : kShort) {
    if (equal_ignoring_case(text, one.letter)) return std::string(one.title);
  }
  std::string title(text);
  for (char& c : title) c = to_capital(c);
  return title;
}

}  // namespace arbiter
