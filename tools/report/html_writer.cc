#include "tools/report/html_writer.h"

#include "tools/cli/output/text_cells.h"

namespace arbiter {

void HtmlWriter::open(std::string_view name, Attributes attributes) {
  html_.append("<").append(name);
  for (const Attribute& attribute : attributes) {
    if (attribute.name.empty()) continue;
    html_.append(" ").append(attribute.name).append("=\"");
    html_.append(escaped_markup(attribute.value)).append("\"");
  }
  html_ += '>';
  open_.push_back(name);
}

void HtmlWriter::close() {
  html_.append("</").append(open_.back()).append(">");
  open_.pop_back();
}

void HtmlWriter::text(std::string_view text) { html_ += escaped_markup(text); }

void HtmlWriter::leaf(std::string_view name, std::string_view text, Attributes attributes) {
  open(name, attributes);
  this->text(text);
  close();
}

void HtmlWriter::data(std::string_view id, std::string_view json) {
  open("script", {{"type", "application/json"}, {"id", std::string(id)}});
  // In JSON, these three characters occur only in strings, where they can be escaped.
  for (const char c : json) {
    html_ += c == '<'   ? "\\u003c"
             : c == '>' ? "\\u003e"
             : c == '&' ? "\\u0026"
                        : std::string_view(&c, 1);
  }
  close();
  html_ += '\n';
}

}  // namespace arbiter
