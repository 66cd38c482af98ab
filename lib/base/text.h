// Small questions about words.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "lib/base/namespaces.h"

namespace arbiter::base {

// ASCII digits only.
constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// `text` without the white space (space, tab, line ends, form feed, vertical
// tab) around it.
std::string_view trim(std::string_view text);

// ASCII letters count as equal to their capitals; other bytes are compared as they are.
bool equal_ignoring_case(std::string_view left, std::string_view right);

// How many bytes must be inserted, deleted, replaced or swapped with their
// neighbour to make one word of the other, where no part is changed twice
// ("optimal string alignment"). Cost: the product of the lengths.
std::size_t edit_distance(std::string_view left, std::string_view right);

// At most `limit` of `words` that are near in spelling to `word`, the nearest
// first and else in their given order. A word is near if no more than a third
// of the longer one (but at least one letter) has to change, or if one of the
// two begins with the other and at least three letters agree.
std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::span<const std::string_view> words,
                                            std::size_t limit);

}  // namespace arbiter::base
