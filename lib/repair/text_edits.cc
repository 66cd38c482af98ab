#include "lib/repair/text_edits.h"

#include <algorithm>

namespace arbiter::repair {

std::string TextEdits::apply(std::string_view text) {
  std::ranges::stable_sort(edits_, {}, &Edit::offset);
  std::string edited;
  std::size_t at = 0;
  for (const Edit& edit : edits_) {
    edited += text.substr(at, edit.offset - at);
    edited += edit.text;
    at = edit.offset + edit.length;
  }
  edited += text.substr(at);
  return edited;
}

}  // namespace arbiter::repair
