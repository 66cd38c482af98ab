#include "lib/export/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "lib/export/json_text.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {
namespace {

void append_list(std::string_view name, const std::string& elements, std::string& json) {
  if (elements.empty()) return;
  json.append(",\"").append(name).append("\":[").append(elements) += ']';
}

template <class Value>
void append_value(std::string_view name, const Value& value, std::string& json) {
  fmt::format_to(std::back_inserter(json), ",\"{}\":{}", name, value);
}

double seconds(ClockTime time) { return static_cast<double>(time.count()) / 1000; }

// As PGN has it: one blank between words, no brace that would close it.
std::string in_one_line(std::string_view text) {
  std::string line;
  CommentWords words(text);
  for (CommentWord word; words.next(word);) {
    if (!line.empty()) line += ' ';
    line += word.text;
  }
  std::ranges::replace(line, '}', ')');
  return line;
}

}  // namespace

void JsonNode::clear() {
  for (std::string* list : {&nags_, &comments_, &variations_, &escapes_, &words_, &order_}) {
    list->clear();
  }
  values_ = {};
  is_in_order_ = true;
}

void JsonNode::note(char kind) {
  const bool follows = order_.empty() || kJsonOrder.find(kind) >= kJsonOrder.find(order_.back());
  is_in_order_ = is_in_order_ && follows;
  order_ += kind;
}

void JsonNode::add_nag(std::uint32_t number) {
  if (!nags_.empty()) nags_ += ',';
  nags_ += fmt::format_int(number).str();
  note('N');
}

void JsonNode::add_comment(std::string_view text) {
  const std::string line = in_one_line(text);
  if (line.empty()) return;
  if (!comments_.empty()) comments_ += ',';
  append_json_string(line, comments_);
  add_values(line, values_);
  note('C');
}

void JsonNode::add_variation(std::string_view json) {
  if (!variations_.empty()) variations_ += ',';
  variations_ += json;
  note('V');
}

void JsonNode::add_escape(std::string_view line) {
  if (!escapes_.empty()) escapes_ += ',';
  append_json_string(line, escapes_);
  note('E');
}

void JsonNode::add_word(std::string_view text) {
  if (!words_.empty()) words_ += ',';
  append_json_string(text, words_);
  note('W');
}

void JsonNode::append_to(std::string& json) const {
  append_list("nags", nags_, json);
  append_list("comments", comments_, json);
  if (values_.clock) append_value("clock", seconds(*values_.clock), json);
  if (values_.elapsed) append_value("elapsed", seconds(*values_.elapsed), json);
  if (values_.evaluation) append_value("eval", *values_.evaluation, json);
  if (values_.mate) append_value("mate", *values_.mate, json);
  append_list("variations", variations_, json);
  append_list("escapes", escapes_, json);
  append_list("words", words_, json);
  if (!is_in_order_) append_value("order", fmt::format("\"{}\"", order_), json);
}

}  // namespace arbiter
