// The articles of the Laws of Chess that the program cites: one table for all commands.
#pragma once

#include <span>
#include <string_view>

namespace arbiter {

// The edition of the numbers. Rules of earlier editions are cited by their present number.
inline constexpr std::string_view kLawsEdition = "FIDE Laws of Chess, in force since 2023-01-01";

// All texts have static storage.
struct LawsArticle {
  std::string_view number;  // "5.2.2", "A.5.2", "Guidelines III.4"
  std::string_view gist;    // one sentence in our words, without a full stop
};

// Returns every article that is cited, in the order of the Laws.
std::span<const LawsArticle> articles();

// Returns the article with that number; null if it is never cited.
const LawsArticle* find_article(std::string_view number);

}  // namespace arbiter
