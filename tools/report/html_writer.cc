#include "tools/report/html_writer.h"

#include "lib/export/neutral_text.h"

namespace arbiter {

std::string escaped_html(std::string_view text) {
  std::string html;
  for (const char c : neutral(text)) {
    switch (c) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

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

// In JSON these three stand in strings only, where an escape means the same.
void HtmlWriter::data(std::string_view id, std::string_view json) {
  open("script", {{"type", "application/json"}, {"id", std::string(id)}});
  for (const char c : json) {
    switch (c) {
      case '<':
        html_ += "\\u003c";
        break;
      case '>':
        html_ += "\\u003e";
        break;
      case '&':
        html_ += "\\u0026";
        break;
      default:
        html_ += c;
    }
  }
  close();
  html_ += '\n';
}

}  // namespace arbiter
