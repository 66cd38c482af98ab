// The words of the language, for what to suggest.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arbiter {

// All words that have a meaning.
std::span<const std::string_view> pattern_words();

bool is_pattern_word(std::string_view word);

// What may have been meant by a word that has none, as a sentence for help; empty: nothing near.
std::string suggestion_for(std::string_view word);

}  // namespace arbiter
