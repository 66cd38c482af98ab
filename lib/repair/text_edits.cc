#include "lib/repair/text_edits.h"

#include <algorithm>

namespace arbiter {

std::string changed(std::string_view text, std::span<const TextChange> changes) {
  std::string result;
  std::size_t at = 0;
  for (const TextChange& change : changes) {
    result += text.substr(at, change.offset - at);
    result += change.text;
    at = change.offset + change.length;
  }
  result += text.substr(at);
  return result;
}

std::string TextEdits::apply(std::string_view text) {
  std::ranges::stable_sort(edits_, {}, &TextChange::offset);
  return changed(text, edits_);
}

}  // namespace arbiter
