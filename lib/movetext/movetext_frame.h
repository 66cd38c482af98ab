// The functions of MovetextReader that find the ends of variations and of the game; see
// movetext_reading.h.
#pragma once

#include <algorithm>
#include <utility>

#include "lib/movetext/movetext_reader.h"

namespace arbiter {

// Deeper variations are skipped, so that no file can exhaust the memory.
inline constexpr std::size_t kMaxVariationDepth = 200;

// Returns 1 for an opening parenthesis, -1 for a closing one, and 0 for other tokens.
inline int opening_of(const Token& token) {
  return token.kind == TokenKind::VariationStart ? 1
         : token.kind == TokenKind::VariationEnd ? -1
                                                 : 0;
}

template <class Listener>
bool MovetextReader<Listener>::is_punctuation(const Token& token) const {
  if (token.kind != TokenKind::Stray) return false;
  const char sign = game_->text_of(token)[0];
  return sign == ',' || sign == '.';
}

template <class Listener>
bool MovetextReader<Listener>::is_last_word(const Token& token) const {
  const auto says_nothing = [this](const Token& next) {
    return is_remark(next) || is_punctuation(next);
  };
  return std::all_of(game_->tokens.begin() + index_of(token) + 1, game_->tokens.end(),
                     says_nothing);
}

template <class Listener>
bool MovetextReader<Listener>::result(const Token& token) {
  if (!in_variation() || is_last_word(token)) {
    const std::uint32_t index = index_of(token);
    end_with({index, index, result_with_comment(*game_, token)});
    return false;
  }
  if (skipped_depth_ > 0) {
    listener().unplayed(token);
  } else {
    listener().result_in_variation(token);
  }
  return true;
}

// Ends the game with a result in words: "1/2", "draw", "0-0". Returns false inside of variations,
// and for castling in zeros if that is legal.
template <class Listener>
bool MovetextReader<Listener>::end_in_words(const WrittenResult& words) {
  if (in_variation()) return false;
  const std::string_view text = words.text(*game_);
  if (is_zero_castling(text) && !line_.is_unplayed) {
    const auto castling = named_move(text, line_.position, letters_);
    if (castling && castling->is_legal()) {
      listener().castling_or_result(game_->tokens[words.first]);
      return false;
    }
  }
  end_with(words);
  return true;
}

template <class Listener>
void MovetextReader<Listener>::end_with(const WrittenResult& result) {
  finish_variations();
  listener().result(result);
  for (std::size_t at = result.last + 1; at < game_->tokens.size(); ++at) {
    const Token& behind = game_->tokens[at];
    if (is_remark(behind)) {
      visit(behind);
    } else if (is_punctuation(behind)) {
      listener().punctuation(behind);
    } else if (!listener().after_result(behind)) {
      return;
    }
  }
}

template <class Listener>
void MovetextReader<Listener>::open_variation(const Token& token) {
  if (skipped_depth_ > 0) {
    ++skipped_depth_;
    return listener().unplayed(token);
  }
  const bool is_too_deep = outer_.size() >= kMaxVariationDepth;
  if (is_too_deep) listener().variation_too_deep(token);
  const bool is_skipped = is_too_deep || listener().variation(token) == VariationUse::Skip;
  if (is_skipped) {
    skipped_depth_ = 1;
    outer_is_unplayed_ = std::exchange(line_.is_unplayed, true);
    return;
  }
  const bool can_be_played = line_.has_move && !line_.is_unplayed;
  outer_.push_back({line_, index_of(token)});
  line_.position = line_.before;
  line_.has_move = false;
  line_.is_unplayed = !can_be_played;
  listener().variation_opened();
}

template <class Listener>
void MovetextReader<Listener>::close_variation(const Token& token) {
  if (skipped_depth_ > 0) {
    listener().unplayed(token);
    if (--skipped_depth_ == 0) line_.is_unplayed = outer_is_unplayed_;
    return;
  }
  if (outer_.empty()) return unread_stray(token);
  listener().variation_closing(outer_.back().opened_at, token);
  leave_variation();
}

template <class Listener>
void MovetextReader<Listener>::leave_variation() {
  line_ = outer_.back().line;
  outer_.pop_back();
  listener().variation_closed();
}

template <class Listener>
void MovetextReader<Listener>::finish_variations() {
  if (skipped_depth_ > 0) line_.is_unplayed = outer_is_unplayed_;
  skipped_depth_ = 0;
  while (!outer_.empty()) {
    listener().variation_unclosed(outer_.back().opened_at);
    leave_variation();
  }
}

template <class Listener>
void MovetextReader<Listener>::stray(const Token& token) {
  const bool closes = in_variation() && closes_one_of(outer_.size() + skipped_depth_, token);
  if (closes) return close_variation(token);
  if (skipped_depth_ > 0) return listener().unplayed(token);
  if (!is_punctuation(token)) return unread_stray(token);
  if (joins_unread(token)) last_unread_ = &token;
  listener().punctuation(token);
}

template <class Listener>
void MovetextReader<Listener>::unread_stray(const Token& token) {
  last_unread_ = &token;
  listener().stray(token);
}

// Checks for a "}" that closes the innermost of so many variations because no later parenthesis
// does.
template <class Listener>
bool MovetextReader<Listener>::closes_one_of(std::size_t variations, const Token& token) {
  if (token.kind != TokenKind::Stray || game_->text_of(token) != "}") return false;
  if (surplus_after_.empty()) {
    surplus_after_.resize(game_->tokens.size());
    std::int64_t surplus = 0;
    for (std::size_t at = game_->tokens.size(); at-- > 0;) {
      surplus_after_[at] = surplus;
      surplus += opening_of(game_->tokens[at]);
    }
  }
  return static_cast<std::int64_t>(variations) + surplus_after_[index_of(token)] > 0;
}

template <class Listener>
template <class Visit>
void MovetextReader<Listener>::visit_variation(const Token& open, Visit visit) {
  std::size_t depth = 1;
  for (std::size_t at = index_of(open) + 1; at < game_->tokens.size(); ++at) {
    const Token& token = game_->tokens[at];
    const bool closes = token.kind == TokenKind::VariationEnd ||
                        closes_one_of(outer_.size() + skipped_depth_ + depth, token);
    if (closes && --depth == 0) return;
    if (closes) continue;
    if (token.kind == TokenKind::Result && is_last_word(token)) return;
    if (!visit(token, depth > 1)) return;
    if (token.kind == TokenKind::VariationStart) ++depth;
  }
}

}  // namespace arbiter
