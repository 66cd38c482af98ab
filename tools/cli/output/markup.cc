#include "tools/cli/output/markup.h"

#include "lib/export/neutral_text.h"

namespace arbiter {

std::string escaped_markup(std::string_view text) {
  std::string escaped;
  for (const char c : neutral(text)) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace arbiter
