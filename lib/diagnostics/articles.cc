#include "lib/diagnostics/articles.h"

#include <algorithm>

namespace arbiter {
namespace {

constexpr LawsArticle kArticles[] = {
#define ARBITER_ARTICLE(number, gist) {number, gist},
#include "lib/diagnostics/articles.inc"
#undef ARBITER_ARTICLE
};

}  // namespace

std::span<const LawsArticle> articles() { return kArticles; }

const LawsArticle* find_article(std::string_view number) {
  const auto* const found = std::ranges::find(kArticles, number, &LawsArticle::number);
  return found == std::end(kArticles) ? nullptr : found;
}

}  // namespace arbiter
