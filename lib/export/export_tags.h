// The tags of a game during conversion to export format (PGN 8.1).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/export/game_export.h"
#include "lib/export/game_shape.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct ExportTag {
  std::string name;
  std::string value;  // the value without escapes
  KnownTag known;

  bool operator==(const ExportTag&) const = default;
};

// The tags of one game. GameExporter documents the rules.
class ExportTags {
 public:
  // Counts corrections in `tally`.
  explicit ExportTags(ExportTally& tally, TagShape shape = {})
      : tally_(tally), shape_(std::move(shape)), has_shape_(shape_ != TagShape()) {}

  void clear();

  // Adds the next tag of the game, in UTF-8. A Result tag in another notation is converted to PGN
  // notation if its meaning is clear. A repeated tag with the same value is dropped.
  void add(ExportTag tag);

  // Returns the first tag of that name; null if there is none.
  const ExportTag* find(KnownTag known) const;

  // Returns the first tag of that name; null if there is none.
  const ExportTag* find(std::string_view name) const;

  // Replaces the value of a tag if there is one. Must be called before complete().
  void correct(KnownTag known, std::string_view value);

  // Sets a tag that is written regardless of the shape. Must be called before complete().
  void set(std::string_view name, std::string_view value);

  // Returns the tags so far. Must be called before complete().
  std::span<ExportTag> added() { return tags_; }

  // Replaces all tags of that name, or adds one. Must be called before complete().
  void put(std::string_view name, std::string_view value);

  // Adds missing tags, including a Result tag with `result`. Then applies the shape and sorts the
  // tags.
  void complete(std::string_view result);

  // Calls `visit` with each tag, in order. Precondition: complete() has been called.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::uint32_t i : order_) visit(tags_[i]);
  }

  template <class Visit>
  void for_each_name(Visit visit) const {
    std::vector<std::string_view> values;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const ExportTag& tag = tags_[order_[i]];
      values.push_back(tag.value);
      const bool is_last = i + 1 == order_.size() || tags_[order_[i + 1]].name != tag.name;
      if (!is_last) continue;
      visit(std::string_view(tag.name), std::span<const std::string_view>(values));
      values.clear();
    }
  }

  // Writes the tags. Precondition: complete() has been called.
  void write(ExportWriter& writer) const;

 private:
  bool comes_before(const ExportTag& a, const ExportTag& b) const;
  void add_missing(KnownTag known, std::string_view value);
  void shape();
  bool is_written(const ExportTag& tag) const;

  ExportTally& tally_;
  TagShape shape_;
  bool has_shape_;
  std::vector<ExportTag> tags_;
  std::vector<std::pair<std::string, std::string>> set_;
  std::vector<std::uint32_t> order_;  // the output order, as indices of `tags_`
};

}  // namespace arbiter
