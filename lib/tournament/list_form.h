// The columns of a player list; used by player_list.cc only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tournament/player_list.h"

namespace arbiter {

// The content of a column.
enum class ListColumn : std::uint8_t {
  Id,
  Name,
  Aliases,
  Federation,
  Title,
  WomenTitle,
  Standard,
  Rapid,
  Blitz,
  Other,
};

// A value in a line.
struct ListField {
  ListColumn column = ListColumn::Other;
  std::string text = {};
  std::size_t offset = 0;  // in the line, in bytes
};

class ListForm {
 public:
  // Reports a fault of the line: its place in bytes, and the message.
  using Fault = std::function<void(std::size_t offset, std::size_t length, std::string message)>;

  virtual ~ListForm() = default;
  // Returns the fields of a line of UTF-8; none if it cannot be split.
  virtual std::vector<ListField> fields_of(std::string_view line, const Fault& fault) const = 0;
  virtual bool has_name() const = 0;
  // Returns the month in the heading of the ratings.
  virtual std::optional<ListMonth> month() const { return {}; }
};

// Returns the form that the header line shows.
std::unique_ptr<ListForm> form_of(std::string_view header, RatingKind only);

}  // namespace arbiter
