// HTML: the one place where text from files becomes part of a page.
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

// Writes HTML. The names of elements and attributes are those of the program. All other text is
// escaped, so that no text from a file can end its element or begin another. Control characters
// become spaces (neutral).
class HtmlWriter {
 public:
  // Elements that are open are closed by close(), the last one first.
  void open(std::string_view name, Attributes attributes = {});
  void close();
  void text(std::string_view text);

  // Writes an element with only this text.
  void leaf(std::string_view name, std::string_view text, Attributes attributes = {});
  // Writes markup that the program generated: a picture, a part of the page.
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
  // Refers to the element that was opened last.
  explicit HtmlElement(HtmlWriter& page) : page_(page) {}
  HtmlElement(const HtmlElement&) = delete;
  HtmlElement& operator=(const HtmlElement&) = delete;
  ~HtmlElement() { page_.close(); }

 private:
  HtmlWriter& page_;
};

}  // namespace arbiter
