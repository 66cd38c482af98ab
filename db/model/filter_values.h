// Values of filters as text: numbers, codes, dates, and ranges of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "db/model/value_range.h"
#include "lib/base/result.h"

namespace arbiter {

enum class Comparison : std::uint8_t { Equal, AtLeast, MoreThan, AtMost, LessThan };

// ">="
std::string_view to_string(Comparison comparison);

// What a value stands for: the year 1992 is all days from 19920000 to 19921231. Both ends included.
struct ValueSpan {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// How the values of a field are written.
struct ValueForm {
  std::optional<ValueSpan> (*parse)(std::string_view text);
  std::string_view example;  // "2600, 2400..2500 or 2700.."
};

// A whole number up to 65,535.
extern const ValueForm kNumberForm;
// The number of a game.
extern const ValueForm kIdForm;
// "B90"; "B9" and "B" are all codes that begin so. As in the columns.
extern const ValueForm kEcoForm;
// "1992", "1992.11", "1992.11.04", "1992-11-04", "1992.??.??".
extern const ValueForm kDateForm;

// With Equal, a value or a range: "A", "A..B", "A..", "..B", and "A-B" where that is no date. With
// the others, a value. Fails where the text is none of that, or no value can fit.
Result<ValueRange> parse_range(std::string_view text, Comparison comparison, const ValueForm& form);

}  // namespace arbiter
