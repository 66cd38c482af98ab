// The HTML writer, the only code that inserts text from files into pages.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// An attribute of an element. The value is escaped; an attribute without a name is omitted.
struct Attribute {
  std::string_view name;
  std::string value;
};
using Attributes = std::initializer_list<Attribute>;

// Writes HTML. Element and attribute names come from the program. All other text is escaped and
// made neutral, so that it cannot end its element or start another.
class HtmlWriter {
 public:
  // Opens an element; close() closes the last open one.
  void open(std::string_view name, Attributes attributes = {});
  void close();
  void text(std::string_view text);

  // Writes an element that contains only this text.
  void leaf(std::string_view name, std::string_view text, Attributes attributes = {});
  // Writes markup that the program generated: an image, or a part of the page.
  void raw(std::string_view markup) { html_ += markup; }
  // Writes <script type="application/json">. The strings of `json` may contain any text.
  void data(std::string_view id, std::string_view json);

  const std::string& html() const { return html_; }

 private:
  std::string html_;
  std::vector<std::string_view> open_;
};

// An element that is closed by the destructor.
class HtmlElement {
 public:
  HtmlElement(HtmlWriter& page, std::string_view name, Attributes attributes = {}) : page_(page) {
    page.open(name, attributes);
  }
  // Refers to the last opened element.
  explicit HtmlElement(HtmlWriter& page) : page_(page) {}
  HtmlElement(const HtmlElement&) = delete;
  HtmlElement& operator=(const HtmlElement&) = delete;
  ~HtmlElement() { page_.close(); }

 private:
  HtmlWriter& page_;
};

}  // namespace arbiter
