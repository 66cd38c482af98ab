// Changes of a text, all of which happen at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

// Bytes of a text, and what stands in their place. Changes of one text do not overlap, and are in
// the order of their places.
struct TextChange {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

// The text with all of them made; every other byte stays.
std::string changed(std::string_view text, std::span<const TextChange> changes);

// Collects changes in any order.
class TextEdits {
 public:
  // Edits do not overlap; those at the same offset stay in the order in which they
  // are added.
  void replace(std::uint32_t offset, std::uint32_t length, std::string text) {
    edits_.push_back({offset, length, std::move(text)});
  }
  void insert(std::uint32_t offset, std::string text) { replace(offset, 0, std::move(text)); }
  // With the blank behind it, if there is one.
  void remove_word(std::string_view text, std::uint32_t offset, std::uint32_t length) {
    const bool has_blank = offset + length < text.size() && text[offset + length] == ' ';
    replace(offset, length + (has_blank ? 1 : 0), "");
  }

  // `text` with all changes made; every other byte stays.
  std::string apply(std::string_view text);

 private:
  std::vector<TextChange> edits_;
};

// The hunks of a file that comes stretch by stretch, each of whole lines. Up to three lines of
// context stand around a change, as many before as behind, so that `patch` can make it wherever in
// the file it is, and `patch -R` undo it.
class UnifiedDiff {
 public:
  // The hunks of the next stretch of the file.
  std::string add(std::string_view stretch, std::span<const TextChange> changes);

 private:
  std::uint64_t lines_before_ = 0;      // of the file
  std::uint64_t new_lines_before_ = 0;  // of what it becomes
};

}  // namespace arbiter
