// Text edits, and their display in the format of `diff -u`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

// A replacement of some bytes of a text. Lists of changes are sorted by offset and do not overlap.
struct TextChange {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

// Returns the text with all changes applied.
std::string changed(std::string_view text, std::span<const TextChange> changes);

// Returns changes of whole lines that turn one text into the other. Lines that are unique in both
// texts are kept, as far as their order is the same (patience diff). Takes O(n log n) line
// comparisons.
std::vector<TextChange> line_changes(std::string_view before, std::string_view after);

// Collects changes in any order.
class TextEdits {
 public:
  // Edits must not overlap; those at the same offset keep their order.
  void replace(std::uint32_t offset, std::uint32_t length, std::string text) {
    edits_.push_back({offset, length, std::move(text)});
  }
  void insert(std::uint32_t offset, std::string text) { replace(offset, 0, std::move(text)); }
  // Removes the word and the space after it, if any.
  void remove_word(std::string_view text, std::uint32_t offset, std::uint32_t length) {
    const bool has_blank = offset + length < text.size() && text[offset + length] == ' ';
    replace(offset, length + (has_blank ? 1 : 0), "");
  }

  // Returns `text` with all changes applied.
  std::string apply(std::string_view text);

 private:
  std::vector<TextChange> edits_;
};

// Writes the hunks of a file that is read in chunks of whole lines. Each change has up to three
// lines of context, equally many before and after, so that `patch` and `patch -R` work.
class UnifiedDiff {
 public:
  // Returns the hunks of the next chunk of the file.
  std::string add(std::string_view stretch, std::span<const TextChange> changes);

 private:
  std::uint64_t lines_before_ = 0;      // number of lines before the next chunk
  std::uint64_t new_lines_before_ = 0;  // number of lines before the next chunk, after the edits
};

}  // namespace arbiter
