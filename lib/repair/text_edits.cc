#include "lib/repair/text_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>

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

namespace {

constexpr std::size_t kContext = 3;
constexpr std::size_t kMaxCompared = 250'000;  // maximum number of compared pairs of lines

using Lines = std::vector<std::string_view>;

// Splits the text into lines with their line feeds, which the last line may lack.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

// Lines [first, end) of the old text, and their replacement.
struct LineEdit {
  std::size_t first = 0;
  std::size_t end = 0;
  std::vector<std::string> lines;
};

// Appends the edits that turn lines of the old text, from `first` on, into `after`.
struct LineComparison {
  void run(std::vector<LineEdit>& edits) {
    std::size_t head = 0;
    const std::size_t shorter = std::min(before_.size(), after_.size());
    while (head < shorter && before_[head] == after_[head]) ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && from_end(before_, tail) == from_end(after_, tail)) ++tail;
    rows_ = before_.size() - head - tail;
    columns_ = after_.size() - head - tail;
    if (rows_ == 0 && columns_ == 0) return;
    if (rows_ * columns_ > kMaxCompared) return add({head, head + rows_}, head, columns_, edits);
    compare(head);
    split(head, edits);
  }

  struct Range {
    std::size_t first;
    std::size_t end;
  };
  static std::string_view from_end(const Lines& lines, std::size_t i) {
    return lines[lines.size() - 1 - i];
  }
  std::size_t& common(std::size_t i, std::size_t j) { return common_[i * (columns_ + 1) + j]; }

  // Computes the longest common subsequence of the remaining lines of both texts.
  void compare(std::size_t head) {
    common_.assign((rows_ + 1) * (columns_ + 1), 0);
    for (std::size_t i = rows_; i-- > 0;) {
      for (std::size_t j = columns_; j-- > 0;) {
        common(i, j) = before_[head + i] == after_[head + j]
                           ? common(i + 1, j + 1) + 1
                           : std::max(common(i + 1, j), common(i, j + 1));
      }
    }
  }

  void split(std::size_t head, std::vector<LineEdit>& edits) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < rows_ || j < columns_) {
      const std::size_t first = i;
      const std::size_t first_new = j;
      while (i < rows_ || j < columns_) {
        if (i < rows_ && j < columns_ && before_[head + i] == after_[head + j]) break;
        const bool takes_out = j == columns_ || (i < rows_ && common(i + 1, j) >= common(i, j + 1));
        ++(takes_out ? i : j);
      }
      if (i > first || j > first_new) {
        add({head + first, head + i}, head + first_new, j - first_new, edits);
      }
      while (i < rows_ && j < columns_ && before_[head + i] == after_[head + j]) ++i, ++j;
    }
  }

  void add(Range range, std::size_t first_new, std::size_t count, std::vector<LineEdit>& edits) {
    LineEdit edit{first_ + range.first, first_ + range.end, {}};
    for (std::size_t k = 0; k < count; ++k) edit.lines.emplace_back(after_[first_new + k]);
    if (edits.empty() || edits.back().end < edit.first) return edits.push_back(std::move(edit));
    edits.back().end = edit.end;
    std::ranges::move(edit.lines, std::back_inserter(edits.back().lines));
  }

  const Lines& before_;
  const Lines& after_;
  std::size_t first_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::size_t> common_ = {};
};

// Whole lines of a text, and the changes in them.
struct Region {
  std::size_t start = 0;
  std::size_t end = 0;
  std::vector<TextChange> changes;  // relative to `start`
};

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size() - 1) + 1;
}

// Returns the whole lines covered by the first change, and by further changes that share lines with
// it.
Region region_at(std::string_view text, std::span<const TextChange> changes) {
  const std::size_t before = text.substr(0, changes.front().offset).rfind('\n');
  Region region;
  region.start = before == std::string_view::npos ? 0 : before + 1;
  region.end = region.start;
  const auto is_whole = [&] {
    const std::string after =
        changed(text.substr(region.start, region.end - region.start), region.changes);
    return after.empty() || after.ends_with('\n') || region.end == text.size();
  };
  while (region.changes.size() < changes.size()) {
    const TextChange& next = changes[region.changes.size()];
    if (next.offset >= region.end && !region.changes.empty()) {
      if (is_whole()) break;
      region.end = line_end(text, region.end);
      continue;
    }
    const std::size_t end = next.offset + next.length;
    const bool is_at_line = end > region.start && text[end - 1] == '\n';
    region.end = std::max(region.end, is_at_line ? end : line_end(text, end));
    region.changes.push_back({next.offset - region.start, next.length, next.text});
  }
  while (!is_whole()) region.end = line_end(text, region.end);
  return region;
}

std::vector<LineEdit> line_edits(std::string_view text, std::span<const TextChange> changes) {
  std::vector<LineEdit> edits;
  std::size_t lines = 0;    // number of lines before `counted`
  std::size_t counted = 0;  // offset of a line start
  while (!changes.empty()) {
    const Region region = region_at(text, changes);
    const std::string_view passed = text.substr(counted, region.start - counted);
    lines += static_cast<std::size_t>(std::ranges::count(passed, '\n'));
    counted = region.start;
    const std::string_view before = text.substr(region.start, region.end - region.start);
    const std::string after = changed(before, region.changes);
    const Lines old_lines = lines_of(before);
    const Lines new_lines = lines_of(after);
    LineComparison(old_lines, new_lines, lines).run(edits);
    changes = changes.subspan(region.changes.size());
  }
  return edits;
}

// Returns the pairs of line numbers (in `before`, in `after`) of lines that are unique in both
// texts. Only the longest series in which both numbers ascend is returned (Hunt and Szymanski).
std::vector<std::pair<std::size_t, std::size_t>> anchors_of(const Lines& before,
                                                            const Lines& after) {
  struct Uses {
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t place = 0;  // line number in `after`
  };
  std::unordered_map<std::string_view, Uses> uses;
  for (const std::string_view line : before) ++uses[line].before;
  for (std::size_t i = 0; i < after.size(); ++i) {
    Uses& of_line = uses[after[i]];
    ++of_line.after;
    of_line.place = i;
  }
  struct Pair {
    std::size_t before;
    std::size_t after;
    std::size_t previous;  // index in `pairs`
  };
  std::vector<Pair> pairs;
  std::vector<std::size_t> ends;  // pairs that end the best series of each length
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Uses& of_line = uses[before[i]];
    if (of_line.before != 1 || of_line.after != 1) continue;
    const auto end = std::ranges::lower_bound(ends, of_line.place, {},
                                              [&](std::size_t pair) { return pairs[pair].after; });
    pairs.push_back({i, of_line.place, end == ends.begin() ? SIZE_MAX : *std::prev(end)});
    end == ends.end() ? ends.push_back(pairs.size() - 1) : void(*end = pairs.size() - 1);
  }
  std::vector<std::pair<std::size_t, std::size_t>> anchors;
  for (std::size_t at = ends.empty() ? SIZE_MAX : ends.back(); at != SIZE_MAX;
       at = pairs[at].previous) {
    anchors.emplace_back(pairs[at].before, pairs[at].after);
  }
  std::ranges::reverse(anchors);
  return anchors;
}

void write_line(char sign, std::string_view line, std::string& out) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// Returns a hunk range such as "12,3"; for an empty range, the number is that of the previous line.
std::string range_text(std::uint64_t first, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

}  // namespace

std::vector<TextChange> line_changes(std::string_view before, std::string_view after) {
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  auto anchors = anchors_of(old_lines, new_lines);
  anchors.emplace_back(old_lines.size(), new_lines.size());
  const auto offset_in = [](std::string_view text, const Lines& lines, std::size_t line) {
    return line == lines.size() ? text.size()
                                : static_cast<std::size_t>(lines[line].data() - text.data());
  };
  std::vector<TextChange> changes;
  std::size_t old_at = 0;
  std::size_t new_at = 0;
  for (const auto& [old_end, new_end] : anchors) {
    const std::size_t from = offset_in(before, old_lines, old_at);
    const std::size_t to = offset_in(before, old_lines, old_end);
    const std::size_t new_from = offset_in(after, new_lines, new_at);
    const std::string_view text =
        after.substr(new_from, offset_in(after, new_lines, new_end) - new_from);
    if (before.substr(from, to - from) != text) {
      changes.push_back({from, to - from, std::string(text)});
    }
    old_at = old_end + 1;
    new_at = new_end + 1;
  }
  return changes;
}

std::string UnifiedDiff::add(std::string_view stretch, std::span<const TextChange> changes) {
  const std::vector<LineEdit> edits = line_edits(stretch, changes);
  const Lines lines = lines_of(stretch);
  std::string hunks;
  std::size_t removed = 0;
  std::size_t added = 0;
  for (std::size_t i = 0; i < edits.size();) {
    std::size_t last = i;
    while (last + 1 < edits.size() && edits[last + 1].first - edits[last].end <= 2 * kContext) {
      ++last;
    }
    const std::size_t context =
        std::min({kContext, edits[i].first, lines.size() - edits[last].end});
    const std::size_t first = edits[i].first - context;
    const std::uint64_t new_first = new_lines_before_ + first + added - removed;
    std::string body;
    std::size_t at = first;
    std::size_t new_count = 0;
    const auto keep_up_to = [&](std::size_t end) {
      for (; at < end; ++at, ++new_count) write_line(' ', lines[at], body);
    };
    for (; i <= last; ++i) {
      keep_up_to(edits[i].first);
      for (; at < edits[i].end; ++at) write_line('-', lines[at], body);
      for (const std::string& line : edits[i].lines) write_line('+', line, body);
      new_count += edits[i].lines.size();
      removed += edits[i].end - edits[i].first;
      added += edits[i].lines.size();
    }
    keep_up_to(edits[last].end + context);
    hunks += fmt::format("@@ -{} +{} @@\n{}", range_text(lines_before_ + first, at - first),
                         range_text(new_first, new_count), body);
  }
  lines_before_ += lines.size();
  new_lines_before_ += lines.size() + added - removed;
  return hunks;
}

}  // namespace arbiter
