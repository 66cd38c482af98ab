#include "lib/tags/title.h"

#include <algorithm>

namespace arbiter::tags {
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

}  // namespace arbiter::tags
