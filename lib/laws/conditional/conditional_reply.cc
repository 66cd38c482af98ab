#include "lib/laws/conditional/conditional_reply.h"

#include <fmt/format.h>

#include <cassert>

#include "lib/laws/conditional/series_end.h"
#include "lib/laws/conditional/series_words.h"
#include "lib/laws/numbered_moves.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

class Matching {
 public:
  explicit Matching(const ConditionalSeries& series)
      : series_(series), reply_{.state = ReplyState::Left, .moves = {}, .now = series.first} {}

  Result<ConditionalReply> run(const SeriesWords& words);

 private:
  std::optional<Error> take(const SeriesWord& word);
  std::optional<Error> take_own(std::string_view word);
  std::optional<Error> take_answer(std::string_view word);
  void play(Move move);
  ConditionalReply finished();

  bool is_opponents_turn() const { return reply_.now.turn() == series_.first.turn(); }
  std::string_view proposer() const { return to_string(series_.proposer()); }

  const ConditionalSeries& series_;
  ConditionalReply reply_;
  std::optional<ConditionId> condition_;  // the last one that was met
  bool has_left_ = false;
};

Result<ConditionalReply> Matching::run(const SeriesWords& words) {
  for (const SeriesWord& word : words.words) {
    if (const auto error = take(word)) return *error;
  }
  if (reply_.moves.empty()) return Error{"it contains no move"};
  return finished();
}

std::optional<Error> Matching::take(const SeriesWord& word) {
  if (word.sign != SeriesSign::Move) {
    return Error{
        fmt::format("{} has no meaning here: a reply is one line of moves", shown_text(word.text))};
  }
  if (const auto end = end_on_board(reply_.now)) {
    return Error{fmt::format("{} comes after {}, which ends the game ({})", shown_text(word.text),
                             to_string(*end), article_of(*end))};
  }
  if (word.number && !fits(*word.number, reply_.now)) {
    reply_.notes.push_back(number_sentence(word, reply_.now));
  }
  return is_opponents_turn() ? take_own(word.text) : take_answer(word.text);
}

std::optional<Error> Matching::take_own(std::string_view word) {
  const auto reply = read_legal_move(word, reply_.now, series_.letters);
  if (!reply) {
    return Error{fmt::format("{} is not a legal move of {} (Laws 3.10.2)", shown_text(word),
                             to_string(reply_.now.turn()))};
  }
  const auto& choices = condition_ ? series_.at(*condition_).next : series_.start;
  has_left_ = true;
  for (const ConditionId id : choices) {
    if (series_.at(id).reply != *reply) continue;
    condition_ = id;
    has_left_ = false;
  }
  reply_.opponents_move = reply_.now.fullmove_number();
  play(*reply);
  return std::nullopt;
}

std::optional<Error> Matching::take_answer(std::string_view word) {
  if (has_left_) {
    Position before = series_.first;
    for (std::size_t i = 0; i + 1 < reply_.moves.size(); ++i) before.play(reply_.moves[i]);
    return Error{fmt::format("{} is not in the series, so {} has not answered it yet: remove {}",
                             numbered_san(reply_.moves.back(), before), proposer(),
                             shown_text(word))};
  }
  const Move answer = *series_.at(*condition_).answer;
  if (read_legal_move(word, reply_.now, series_.letters) != answer) {
    return Error{fmt::format(
        "{} proposed {}; to accept it, the reply must repeat it, but {} is another move",
        proposer(), numbered_san(answer, reply_.now), shown_text(word))};
  }
  ++reply_.free_answers;
  play(answer);
  return std::nullopt;
}

void Matching::play(Move move) {
  reply_.now.play(move);
  reply_.moves.push_back(move);
  if (!has_left_) reply_.accepted = reply_.moves.size();
}

ConditionalReply Matching::finished() {
  if (end_on_board(reply_.now)) {
    reply_.state = ReplyState::GameOver;
  } else if (is_opponents_turn()) {
    reply_.state = ReplyState::OwnMoveMissing;
  } else if (!has_left_) {
    reply_.state = ReplyState::StillBound;
    reply_.bound_answer = series_.at(*condition_).answer;
  }
  const std::uint32_t number = series_.first.fullmove_number();
  const std::uint32_t made = series_.proposer() == Color::White ? number : number - 1;
  if (number > 0 && made > 0) reply_.proposers_move = made;
  return std::move(reply_);
}

}  // namespace

Result<ConditionalReply> match_reply(const ConditionalSeries& series, std::string_view moves) {
  assert(series.can_stand());
  return Matching(series).run(series_words(moves));
}

}  // namespace arbiter
