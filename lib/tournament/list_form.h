// How the lines of a list of players are divided; used by player_list.cc only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tournament/player_list.h"

namespace arbiter {

// What a column holds.
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
  // A fault of the line: where, in bytes, and what.
  using Fault = std::function<void(std::size_t offset, std::size_t length, std::string message)>;

  virtual ~ListForm() = default;
  // The fields of a line of UTF-8; none if it cannot be divided.
  virtual std::vector<ListField> fields_of(std::string_view line, const Fault& fault) const = 0;
  virtual bool has_name() const = 0;
  // The month in the heading of the ratings.
  virtual std::optional<ListMonth> month() const { return {}; }
};

// By the header line.
std::unique_ptr<ListForm> form_of(std::string_view header, RatingKind only);

}  // namespace arbiter
