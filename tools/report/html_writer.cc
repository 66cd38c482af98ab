#include "tools/report/html_writer.h"

#include <algorithm>
#include <span>

#include "lib/export/neutral_text.h"

namespace arbiter {

namespace {

struct Escape {
  char c;
  std::string_view written;
};
constexpr Escape kHtmlEscapes[] = {
    {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
// In JSON these three occur only in strings, where an escape means the same.
constexpr Escape kJsonEscapes[] = {{'<', "\\u003c"}, {'>', "\\u003e"}, {'&', "\\u0026"}};

std::string escaped(std::string_view text, std::span<const Escape> escapes) {
  std::string result;
  for (const char c : text) {
    const auto found = std::ranges::find(escapes, c, &Escape::c);
    result += found == escapes.end() ? std::string_view(&c, 1) : found->written;
  }
  return result;
}

}  // namespace

std::string escaped_html(std::string_view text) { return escaped(neutral(text), kHtmlEscapes); }

void HtmlWriter::open(std::string_view name, Attributes attributes) {
  html_.append("<").append(name);
  for (const Attribute& attribute : attributes) {
    if (attribute.name.empty()) continue;
    html_.append(" ").append(attribute.name).append("=\"");
    html_.append(escaped_html(attribute.value)).append("\"");
  }
  html_ += '>';
  open_.push_back(name);
}

void HtmlWriter::close() {
  html_.append("</").append(open_.back()).append(">");
  open_.pop_back();
}

void HtmlWriter::text(std::string_view text) { html_ += escaped_html(text); }

void HtmlWriter::leaf(std::string_view name, std::string_view text, Attributes attributes) {
  open(name, attributes);
  this->text(text);
  close();
}

void HtmlWriter::data(std::string_view id, std::string_view json) {
  open("script", {{"type", "application/json"}, {"id", std::string(id)}});
  html_ += escaped(json, kJsonEscapes);
  close();
  html_ += '\n';
}

}  // namespace arbiter
