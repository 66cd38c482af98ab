#include "db/sqlite/index/subtraction.h"

namespace arbiter::sqlite {
namespace {

constexpr std::size_t kPostingsASegment = std::size_t{4} << 20;

}  // namespace

Subtraction::Subtraction(const Database& database, unsigned jobs)
    : jobs_(jobs),
      writer_(database.connection()),
      columns_(database.connection()),
      games_(columns_),
      replay_(database.index_plies()) {}

void Subtraction::add(GameId game, std::string_view start, std::span<const std::uint8_t> moves) {
  if (!replay_.run(start, moves)) return;
  if (postings_.size() >= kPostingsASegment) finish();
  if (facts_.empty()) first_ = game;
  const auto place = static_cast<std::uint32_t>(number_of(game) - number_of(first_));
  facts_.resize(place);
  facts_.push_back(games_.facts(game));
  for (Posting posting : replay_.postings()) {
    posting.game = place;
    postings_.push_back(posting);
  }
}

void Subtraction::finish() {
  if (facts_.empty()) return;
  writer_.subtract(postings_, first_, facts_, jobs_);
  written_ += postings_.size();
  postings_.clear();
  facts_.clear();
}

}  // namespace arbiter::sqlite
