#include "tools/report/viewer_parts.h"

#include "tools/report/html_writer.h"

namespace arbiter {
namespace {

constexpr std::string_view kStyle =
#include "tools/report/page.css.inc"
    ;
constexpr std::string_view kScript =
#include "tools/report/viewer.js.inc"
    ;
constexpr std::string_view kViewer =
#include "tools/report/viewer.html.inc"
    ;

}  // namespace

std::string_view page_style() { return kStyle; }

std::string_view viewer_script() { return kScript; }

// The texts are in double braces.
std::string viewer_markup(const std::function<std::string_view(std::string_view)>& translated) {
  std::string markup;
  std::string_view rest = kViewer;
  for (std::size_t at; (at = rest.find("{{")) != rest.npos;) {
    markup += rest.substr(0, at);
    const std::size_t end = rest.find("}}", at);
    markup += escaped_html(translated(rest.substr(at + 2, end - at - 2)));
    rest.remove_prefix(end + 2);
  }
  return markup.append(rest);
}

}  // namespace arbiter
