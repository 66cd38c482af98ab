#include "lib/conditional/conditional_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/game_end.h"
#include "lib/laws/illegality.h"
#include "lib/laws/wording.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// A node of the tree: the initial position, or the position after a reply or its answer.
struct Place {
  std::optional<ConditionId> condition = {};
  bool is_answered = true;
  bool is_after_any = false;  // the next move is the answer to "any"
};

bool is_any(std::string_view word) { return word == "any" || word == "Any"; }

// The reason why a word is not a legal move.
struct Refusal {
  SeriesFault fault;
  std::string message;
  std::string_view rule;
};

Refusal refusal_of(std::string_view word, const GameHistory& game, const PieceLetters& letters) {
  const auto loose = parse_loose_move(word, letters);
  if (!loose || loose->spelling.has(SpellingDeviation::NullMove)) {
    return {SeriesFault::Unreadable, fmt::format("{} is not a move", shown_text(word)),
            kConditionalRule};
  }
  const Illegality illegality = explain(resolve(*loose, game.now).san, game);
  return {SeriesFault::Illegal,
          fmt::format("{} cannot be played by {}: {}", shown_text(word), to_string(game.now.turn()),
                      illegality.message),
          illegality.article};
}

struct SeriesReader {
  ConditionalSeries run(const SeriesWords& words) {
    for (const SeriesWord& word : words.words) {
      if (word.sign == SeriesSign::Move) {
        take_move(word);
      } else if (word.sign == SeriesSign::Unclosed) {
        report(SeriesFault::Unreadable, word.offset, "the comment has no closing brace");
      } else if (words.form == SeriesForm::Pgn) {
        take_pgn(word);
      } else {
        take_short(word);
      }
    }
    end_branch();
    for (const AnyReply& any : any_replies_) expand(any);
    for (const Frame& frame : open_) {
      report(SeriesFault::Unreadable, frame.offset, "the bracket is not closed");
    }
    if (words.form == SeriesForm::Pgn) {
      for (; !open_.empty(); open_.pop_back()) {
        place_ = open_.back().place;
        end_branch();
      }
    }
    if (series_.conditions.empty() && series_.findings.empty()) {
      report(SeriesFault::Empty, 0, "the series contains no conditional move");
    }
    return std::move(series_);
  }

  // The reply to any move ("any: e5"). It is resolved after all other replies.
  struct AnyReply {
    Place from;
    SeriesWord answer;
    std::size_t offset;
  };

  // The state of the line that "(" interrupts.
  struct Frame {
    std::optional<Place> place;
    std::optional<Place> before;
    std::size_t offset;
  };

  void take_pgn(const SeriesWord& word) {
    if (word.sign == SeriesSign::Open) return open_variation(word);
    if (!can_close(word)) return;
    place_ = open_.back().place;
    before_ = open_.back().before;
    open_.pop_back();
  }

  void take_short(const SeriesWord& word) {
    if (word.sign == SeriesSign::Open) return open_group(word);
    if (word.sign == SeriesSign::Close) return close_group(word);
    if (word.sign == SeriesSign::Colon) {
      if (place_ && place_->is_answered && !place_->is_after_any) {
        report(SeriesFault::Unreadable, word.offset,
               "a colon may only follow a move of the opponent");
      }
      return;
    }
    end_branch();
    place_ = open_.empty() ? Place{} : open_.back().place;
    before_.reset();
    is_after_group_ = false;
  }

  void take_move(const SeriesWord& word) {
    if (is_after_group_) {
      report(SeriesFault::Unreadable, word.offset,
             "only a semicolon or another closing bracket may follow a closing bracket");
      is_after_group_ = false;
    }
    before_ = place_;
    if (place_) place_ = place_->is_after_any ? answer_any(word) : play(*place_, word);
  }

  // Stores the answer to "any", which is resolved at the end. No further move may follow this
  // answer.
  std::optional<Place> answer_any(const SeriesWord& word) {
    Place from = *place_;
    from.is_after_any = false;
    any_replies_.push_back({from, word, any_offset_});
    return std::nullopt;
  }

  void expand(const AnyReply& any) {
    const Position before = position_at(any.from);
    std::size_t count = 0;
    for (const Move reply : legal_moves(before)) {
      Position after = before;
      after.play(reply);
      const auto answer = read_legal_move(any.answer.text, after, series_.letters);
      if (!answer || end_on_board(after) || has_condition(any.from, reply)) continue;
      const ConditionId id{series_.conditions.size()};
      choices_at(any.from).push_back(id);
      series_.conditions.push_back({.before = before,
                                    .reply = reply,
                                    .answer = *answer,
                                    .after = any.from.condition,
                                    .offset = any.offset,
                                    .is_for_any = true});
      ++count;
    }
    if (count > 0) return;
    report(SeriesFault::Illegal, any.answer.offset,
           fmt::format("{} is illegal after every other reply", shown_text(any.answer.text)));
  }

  bool has_condition(Place from, Move reply) {
    return std::ranges::any_of(choices_at(from),
                               [&](ConditionId id) { return at(id).reply == reply; });
  }

  void open_variation(const SeriesWord& word) {
    if (place_ && !before_) {
      report(SeriesFault::Unreadable, word.offset, "there is no move before the variation");
    }
    open_.push_back({place_, before_, word.offset});
    place_ = before_;
    before_.reset();
  }

  void open_group(const SeriesWord& word) {
    if (place_ && (!place_->is_answered || !before_)) {
      report(SeriesFault::Unreadable, word.offset,
             "brackets with the opponent's choices must follow an answer");
      place_.reset();
    }
    open_.push_back({place_, before_, word.offset});
    before_.reset();
  }

  void close_group(const SeriesWord& word) {
    if (!can_close(word)) return;
    open_.pop_back();
    place_.reset();
    before_.reset();
    is_after_group_ = true;
  }

  // Ends the branch. Returns whether a parenthesis is open; otherwise reports an error.
  bool can_close(const SeriesWord& word) {
    end_branch();
    if (!open_.empty()) return true;
    report(SeriesFault::Unreadable, word.offset, "this closing bracket has no opening bracket");
    return false;
  }

  void end_branch() {
    if (place_ && place_->is_after_any) {
      report(SeriesFault::NoAnswer, any_offset_, "there is no answer to any other reply");
    }
    if (!place_ || place_->is_answered) return;
    const ConditionalBranch& last = at(*place_->condition);
    if (last.answer || end_on_board(position_at(*place_))) return;
    report(SeriesFault::NoAnswer, last.offset,
           fmt::format("there is no answer to {}", numbered_san(last.reply, last.before)));
  }

  std::optional<Place> play(Place from, const SeriesWord& word) {
    const Position position = position_at(from);
    if (const auto end = end_on_board(position)) {
      report(SeriesFault::AfterEnd, word.offset,
             fmt::format("{} comes after {}, which ends the game", shown_text(word.text),
                         to_string(*end)),
             article_of(*end));
      return std::nullopt;
    }
    if (from.is_answered && is_any(word.text)) {
      any_offset_ = word.offset;
      from.is_after_any = true;
      return from;
    }
    const auto move = read_legal_move(word.text, position, series_.letters);
    if (!move) {
      report_unplayable(from, word);
      return std::nullopt;
    }
    if (word.number && !fits(*word.number, position)) {
      report(SeriesFault::WrongNumber, word.offset, number_sentence(word, position));
    }
    return from.is_answered ? play_reply(from, *move, word) : play_answer(from, *move, word);
  }

  std::optional<Place> play_reply(Place from, Move move, const SeriesWord& word) {
    for (const ConditionId id : choices_at(from)) {
      if (at(id).reply == move) return Place{id, false};
    }
    const ConditionId id{series_.conditions.size()};
    const Position before = position_at(from);
    choices_at(from).push_back(id);
    series_.conditions.push_back(
        {.before = before, .reply = move, .after = from.condition, .offset = word.offset});
    return Place{id, false};
  }

  std::optional<Place> play_answer(Place from, Move move, const SeriesWord& word) {
    ConditionalBranch& condition = at(*from.condition);
    const Position position = position_at(from);
    const std::string reply = numbered_san(condition.reply, condition.before);
    if (!condition.answer) {
      condition.answer = move;
    } else if (*condition.answer == move) {
      report(SeriesFault::SaidTwice, word.offset,
             fmt::format("the answer {} to {} is given twice", san_of(move, position), reply));
    } else {
      report(SeriesFault::Contradiction, word.offset,
             fmt::format("{} is answered by {} and by {}", reply,
                         san_of(*condition.answer, position), san_of(move, position)));
      return std::nullopt;
    }
    return Place{from.condition, true};
  }

  void report_unplayable(Place from, const SeriesWord& word) {
    const Setup first = series_.first.setup();
    const std::vector<Move> moves = moves_to(from);
    const Position position = position_at(from);
    const Refusal refusal = refusal_of(word.text, {first, moves, position}, series_.letters);
    report(refusal.fault, word.offset, refusal.message, refusal.rule);
  }

  Position position_at(Place place) const {
    if (!place.condition) return series_.first;
    const ConditionalBranch& condition = series_.at(*place.condition);
    Position position = condition.before;
    position.play(condition.reply);
    if (place.is_answered) position.play(*condition.answer);
    return position;
  }

  std::vector<Move> moves_to(Place place) const {
    std::vector<Move> moves;
    bool is_answered = place.is_answered;
    for (auto id = place.condition; id; id = series_.at(*id).after) {
      if (is_answered) moves.push_back(*series_.at(*id).answer);
      moves.push_back(series_.at(*id).reply);
      is_answered = true;
    }
    std::ranges::reverse(moves);
    return moves;
  }

  // Returns the possible replies at a node.
  std::vector<ConditionId>& choices_at(Place place) {
    return place.condition ? at(*place.condition).next : series_.start;
  }

  ConditionalBranch& at(ConditionId id) { return series_.conditions[static_cast<std::size_t>(id)]; }
  void report(SeriesFault fault, std::size_t offset, std::string message,
              std::string_view rule = kConditionalRule) {
    series_.findings.push_back({fault, offset, rule, std::move(message)});
  }

  ConditionalSeries series_;
  std::optional<Place> place_ = Place{};  // nothing after a fault, until the branch ends
  std::optional<Place> before_ = {};  // node before the last move; nothing at the start of a branch
  bool is_after_group_ = false;       // only ";" and ")" may follow
  std::vector<Frame> open_ = {};
  std::vector<AnyReply> any_replies_ = {};
  std::size_t any_offset_ = 0;  // offset of the last "any"
};

Error error_of(std::string_view message, std::string_view rule = kConditionalRule) {
  return {fmt::format("{} ({})", message, rule)};
}

struct Matching {
  Result<ConditionalReply> run(const SeriesWords& words) {
    for (const SeriesWord& word : words.words) {
      if (const auto error = take(word)) return *error;
    }
    if (reply_.moves.empty()) return error_of("it contains no move");
    return finished();
  }

  std::optional<Error> take(const SeriesWord& word) {
    if (word.sign != SeriesSign::Move) {
      return error_of(fmt::format("{} is not allowed here: a reply is a single line of moves",
                                  shown_text(word.text)));
    }
    if (const auto end = end_on_board(reply_.now)) {
      return error_of(fmt::format("{} comes after {}, which ends the game", shown_text(word.text),
                                  to_string(*end)),
                      article_of(*end));
    }
    if (word.number && !fits(*word.number, reply_.now)) {
      reply_.notes.push_back(number_sentence(word, reply_.now));
    }
    return is_opponents_turn() ? take_own(word.text) : take_answer(word.text);
  }

  std::optional<Error> take_own(std::string_view word) {
    const auto reply = read_legal_move(word, reply_.now, series_.letters);
    if (!reply) {
      const Setup first = series_.first.setup();
      const Refusal refusal = refusal_of(word, {first, reply_.moves, reply_.now}, series_.letters);
      const bool is_move = refusal.fault == SeriesFault::Illegal;
      return error_of(refusal.message + (is_move ? "" : ", and a reply consists of moves only"),
                      refusal.rule);
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

  std::optional<Error> take_answer(std::string_view word) {
    if (has_left_) {
      Position before = series_.first;
      for (std::size_t i = 0; i + 1 < reply_.moves.size(); ++i) before.play(reply_.moves[i]);
      return error_of(
          fmt::format("{} is not in the series, so {} has not answered it yet: remove {}",
                      numbered_san(reply_.moves.back(), before), proposer(), shown_text(word)));
    }
    const Move answer = *series_.at(*condition_).answer;
    if (read_legal_move(word, reply_.now, series_.letters) != answer) {
      return error_of(fmt::format(
          "{} proposed {}; to accept this move, the reply must repeat it, but has {} instead",
          proposer(), numbered_san(answer, reply_.now), shown_text(word)));
    }
    ++reply_.free_answers;
    play(answer);
    return std::nullopt;
  }

  void play(Move move) {
    reply_.now.play(move);
    reply_.moves.push_back(move);
    if (!has_left_) reply_.accepted = reply_.moves.size();
  }

  ConditionalReply finished() {
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

  bool is_opponents_turn() const { return reply_.now.turn() == series_.first.turn(); }
  std::string_view proposer() const { return to_string(series_.proposer()); }

  const ConditionalSeries& series_;
  ConditionalReply reply_ = {.state = ReplyState::Left, .moves = {}, .now = series_.first};
  std::optional<ConditionId> condition_ = {};  // the last condition read
  bool has_left_ = false;
};

}  // namespace

std::string_view to_string(SeriesFault fault) {
  constexpr std::string_view kNames[] = {"unreadable", "illegal",      "after-end", "contradiction",
                                         "said-twice", "wrong-number", "no-answer", "empty"};
  return kNames[static_cast<std::size_t>(fault)];
}

bool ConditionalSeries::can_stand() const {
  return std::ranges::all_of(
      findings, [](const SeriesFinding& finding) { return is_harmless(finding.fault); });
}

Result<ConditionalSeries> read_series(const Position& first, std::string_view text,
                                      const PieceLetters& letters) {
  if (text.size() > kMaxSeriesLength) {
    return Error{fmt::format("the series is longer than {} bytes", kMaxSeriesLength)};
  }
  return SeriesReader({first, {}, {}, {}, letters}).run(series_words(text));
}

Result<ConditionalReply> match_reply(const ConditionalSeries& series, std::string_view moves) {
  assert(series.can_stand());
  return Matching(series).run(series_words(moves));
}

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kIgnored[] = {"if", "If", "then", "*", "1-0", "0-1", "1/2-1/2"};

bool is_ignored(std::string_view word) {
  if (word.empty() || word[0] == '$') return true;
  if (word.find_first_not_of("!?") == std::string_view::npos) return true;
  return std::ranges::find(kIgnored, word) != std::end(kIgnored);
}

// Returns the length of the move number at the start of the word: "12.", "12...". The null move
// "0000" is not a number.
std::size_t number_length(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of(kDigits), word.size());
  const std::size_t rest = std::min(word.find_first_not_of('.', digits), word.size());
  const bool is_number = rest > digits || (digits == word.size() && !word.starts_with('0'));
  return is_number ? rest : 0;
}

// Parses "12." or "12..."; returns nothing for dots alone and for too large numbers.
std::optional<WrittenNumber> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  const auto digits = static_cast<std::size_t>(end - text.data());
  return WrittenNumber{value, text.size() - digits >= 2};
}

struct Scan {
  SeriesWords run() {
    while (at_ < text_.size()) step();
    const bool is_short = std::ranges::any_of(words_, [](const SeriesWord& word) {
      return word.sign == SeriesSign::Colon || word.sign == SeriesSign::Semicolon;
    });
    return {is_short ? SeriesForm::Short : SeriesForm::Pgn, std::move(words_)};
  }

  void step() {
    const char c = text_[at_];
    if (kBlanks.find(c) != std::string_view::npos) {
      ++at_;
    } else if (c == '{') {
      skip_comment();
    } else if (c == '[' && is_line_start()) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '(') {
      add(SeriesSign::Open, 1);
    } else if (c == ')') {
      add(SeriesSign::Close, 1);
    } else if (c == ';') {
      add(SeriesSign::Semicolon, 1);
    } else {
      take_word();
    }
  }

  bool is_line_start() const { return at_ == 0 || text_[at_ - 1] == '\n'; }

  void skip_comment() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return add(SeriesSign::Unclosed, text_.size() - at_);
    at_ = end + 1;
  }

  void take_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n\f\v(){;", at_), text_.size());
    const bool has_colon = text_[end - 1] == ':';
    const std::size_t word_end = end - (has_colon ? 1 : 0);
    const std::size_t length = number_length(text_.substr(at_, word_end - at_));
    if (length > 0) number_ = number_in(text_.substr(at_, length));
    at_ += length;
    if (is_ignored(text_.substr(at_, word_end - at_))) {
      at_ = word_end;
    } else {
      add(SeriesSign::Move, word_end - at_);
      words_.back().number = std::exchange(number_, std::nullopt);
    }
    if (has_colon) add(SeriesSign::Colon, 1);
  }

  void add(SeriesSign sign, std::size_t length) {
    words_.push_back({sign, text_.substr(at_, length), at_});
    at_ += length;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<WrittenNumber> number_ = {};  // number of the next move
  std::vector<SeriesWord> words_ = {};
};

}  // namespace

SeriesWords series_words(std::string_view text) { return Scan(text).run(); }

bool fits(const WrittenNumber& number, const Position& position) {
  const bool is_wrong_side = number.is_of_black && position.turn() == Color::White;
  return number.value == position.fullmove_number() && !is_wrong_side;
}

std::string number_sentence(const SeriesWord& word, const Position& position) {
  return fmt::format("{} is numbered {}{} instead of {}", shown_text(word.text), word.number->value,
                     word.number->is_of_black ? "..." : ".", number_text(position));
}

}  // namespace arbiter
