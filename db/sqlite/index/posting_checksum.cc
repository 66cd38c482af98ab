#include "db/sqlite/index/posting_checksum.h"

#include <algorithm>
#include <tuple>

namespace arbiter::sqlite {

PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game) {
  std::ranges::sort(postings, [](const Posting& a, const Posting& b) {
    return std::tie(a.key, a.ply) < std::tie(b.key, b.ply);
  });
  PostingTotal total;
  const Posting* before = nullptr;
  for (const Posting& posting : postings) {
    if (before == nullptr || before->key != posting.key) total.add(posting, result, game);
    before = &posting;
  }
  return total;
}

}  // namespace arbiter::sqlite
