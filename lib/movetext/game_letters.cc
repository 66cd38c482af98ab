#include "lib/movetext/game_letters.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/movetext/movetext_reading.h"

namespace arbiter {
namespace {

// The minimum number of moves as evidence for letters that all exist in English too.
constexpr std::uint32_t kEvidence = 3;

// The result of reading the main line in certain letters.
struct Trial {
  std::vector<Move> moves = {};  // legal moves
  std::uint32_t own = 0;         // number of moves in letters that English lacks
  std::uint32_t english = 0;  // number of moves in English letters that the language does not have
  std::optional<std::uint32_t> broken = {};  // the token that is not a legal move
  bool is_complete() const { return !broken; }
};

bool is_figurine(std::string_view text) { return text.starts_with("\xe2\x99"); }

// Returns the part of the word from its piece letter on; for a pawn move such as "exd8=D", the
// promotion piece.
std::string_view from_piece(std::string_view word) {
  const bool is_pawns = !word.empty() && is_small(word[0]);
  return is_pawns ? word.substr(std::min(word.find('='), word.size() - 1) + 1) : word;
}

// Checks for a non-English piece letter in a word with a rank. A promotion to P is more likely a
// mistake than a Dutch knight.
bool is_in_other_letters(std::string_view word) {
  const std::string_view piece = from_piece(word);
  if (word.size() < 3 || piece.empty() || is_figurine(piece)) return false;
  if (piece[0] == 'P' && is_small(word[0])) return false;
  const bool is_ascii = static_cast<unsigned char>(piece[0]) < 0x80;
  if (is_ascii && !is_capital(piece[0])) return false;
  if (std::string_view("KQRBNO").find(piece[0]) != std::string_view::npos) return false;
  return std::ranges::any_of(word, [](char c) { return c >= '1' && c <= '8'; });
}

std::string_view first_character(std::string_view text) {
  return text.substr(0, size_of_code_points(text, 1));
}

bool has(const std::vector<std::string>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

}  // namespace

// Plays the main line in given letters, and counts the legal moves.
class LetterTrial : public MovetextListener<LetterTrial> {
 public:
  explicit LetterTrial(const PieceLetters& letters) : MovetextListener(letters) {}

  Trial run(const PgnGame& game, const Position& first) {
    read(game, first);
    return std::move(trial_);
  }

 private:
  friend class MovetextReader<LetterTrial>;

  static constexpr SheetUse kSheetUse = SheetUse::None;

  VariationUse variation(const Token&) { return VariationUse::Skip; }
  void nonstandard_move(const Token&, const NamedMove& named) {
    if (!named.is_legal()) return;
    if (named.loose.spelling.has(SpellingDeviation::ForeignLetter)) ++trial_.own;
    if (named.loose.spelling.has(SpellingDeviation::EnglishLetter)) ++trial_.english;
  }
  void played(const Token&, San, Move move) { trial_.moves.push_back(move); }
  std::optional<Position> illegal_move(const Token& token, San, const NamedMove*) {
    trial_.broken = index_of(token);
    return std::nullopt;
  }
  void garbled_move(const Token& token, std::string_view) { trial_.broken = index_of(token); }

  Trial trial_;
};

namespace {

// Returns the piece letters of the moves in English before a token.
std::string english_initials(const PgnGame& game, std::uint32_t end) {
  std::string initials;
  for (const Token& token : std::span(game.tokens).first(end)) {
    const char initial = token.kind == TokenKind::Move ? game.text_of(token)[0] : ' ';
    const bool is_piece = std::string_view("KQRBN").find(initial) != std::string_view::npos;
    if (is_piece && initials.find(initial) == std::string::npos) initials += initial;
  }
  return initials;
}

// Checks whether a language lacks an English piece letter.
bool lacks_letters(const PieceLetters& letters, std::string_view english) {
  return std::ranges::any_of(english, [&](char letter) { return !letters.match({&letter, 1}); });
}

// Decides the language of a game that is not legal in English.
class Decision {
 public:
  Decision(const PgnGame& game, const Position& first, const Trial& english)
      : game_(game), english_(english) {
    for (const Token& token : game.tokens) {
      if (token.kind != TokenKind::Move && token.kind != TokenKind::Word) continue;
      std::string converted;
      const std::string_view word = token.kind == TokenKind::Move
                                        ? game.text_of(token)
                                        : word_in_utf8(game.text_of(token), converted);
      const std::string_view initial = first_character(from_piece(word));
      if (initial.empty()) continue;
      const auto known = std::ranges::find(initials_, initial);
      if (known == initials_.end()) {
        const auto in_english = PieceLetters().match(initial);
        initials_.emplace_back(initial);
        counts_.push_back(1);
        roles_.push_back(in_english ? std::optional(in_english->role) : std::nullopt);
      } else {
        ++counts_[static_cast<std::size_t>(known - initials_.begin())];
      }
      if (is_in_other_letters(word) && !has(foreign_, initial)) foreign_.emplace_back(initial);
    }
    english_initials_ = english_initials(game, *english.broken);
    for (std::size_t i = 0; i < language_letters().size(); ++i) {
      const PieceLetters& letters = language_letters()[i];
      const auto [own, shared, english_only] = words_of(letters);
      // If there are several English letters, a single foreign letter is more likely a slip.
      const bool is_slip = own <= 1 && english_only >= kEvidence;
      const bool lacks = foreign_.empty() && lacks_letters(letters, english_initials_);
      if (own + shared == 0 || is_slip || lacks) continue;
      Candidate candidate{.language = i, .trial = LetterTrial(letters).run(game_, first)};
      for (const std::string& initial : foreign_) {
        for (const Role role : {Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King}) {
          candidate.known += first_character(letters.of(role)) == initial ? 1 : 0;
        }
      }
      candidates_.push_back(std::move(candidate));
    }
  }

  // Returns the decision. A game in which `arbiter fmt` has set moves aside is in English letters.
  GameLetters run() {
    if (!game_.line_ends.empty()) return {.possible = possible()};
    if (const auto complete = complete_choice()) return *complete;
    const Candidate* best = furthest();
    return best == nullptr ? GameLetters() : choice(*best);
  }

 private:
  struct Candidate {
    std::size_t language = 0;  // index in piece_languages()
    std::size_t known = 0;     // number of the game's non-English letters that the language has
    Trial trial = {};
  };

  // Numbers of words whose piece letter exists only in this language, has a different meaning in
  // English, or exists only in English.
  struct WordCounts {
    std::size_t own = 0;
    std::size_t shared = 0;
    std::size_t english_only = 0;
  };
  WordCounts words_of(const PieceLetters& letters) const {
    WordCounts words;
    for (std::size_t i = 0; i < initials_.size(); ++i) {
      const auto match = letters.match(initials_[i]);
      if (match && roles_[i] && match->role != *roles_[i]) words.shared += counts_[i];
      if (match && !roles_[i]) words.own += counts_[i];
      if (!match && roles_[i]) words.english_only += counts_[i];
    }
    return words;
  }

  // Checks whether a letter in the game denotes a different piece in English.
  bool has_other_meaning(const PieceLetters& letters) const { return words_of(letters).shared > 0; }

  bool differs_before_broken(const PieceLetters& letters) const {
    const PieceLetters english;
    for (const Token& token : std::span(game_.tokens).first(*english_.broken)) {
      if (token.kind != TokenKind::Move) continue;
      const auto match = letters.match(game_.text_of(token));
      const auto in_english = english.match(game_.text_of(token));
      if (match && in_english && match->role != in_english->role) return true;
    }
    return false;
  }

  // If there are several English letters, a single foreign letter is more likely a slip.
  bool is_evident(const Candidate& candidate) const {
    const Trial& trial = candidate.trial;
    if (candidate.known > 0) return trial.english == 0 || trial.own >= 2;
    return trial.english == 0 && trial.own >= kEvidence &&
           !differs_before_broken(language_letters()[candidate.language]);
  }

  static GameLetters choice(const Candidate& candidate) {
    return {.letters = language_letters()[candidate.language],
            .language = piece_languages()[candidate.language]};
  }

  // Returns the languages in whose letters the game is legal to its end.
  std::vector<PieceLanguage> possible() const {
    std::vector<PieceLanguage> languages;
    for (const Candidate& candidate : candidates_) {
      if (candidate.trial.is_complete()) languages.push_back(piece_languages()[candidate.language]);
    }
    return languages;
  }

  // Returns the preferred language in which the game is legal to its end, if all such languages
  // agree on the moves. Prefers languages without English letters in the game, then those that have
  // the most non-English letters of the game.
  std::optional<GameLetters> complete_choice() const {
    std::vector<const Candidate*> fitting;
    for (const Candidate& candidate : candidates_) {
      if (candidate.trial.is_complete() && is_evident(candidate)) fitting.push_back(&candidate);
    }
    const GameLetters undecided{.possible = possible()};
    const auto is_mixed = [](const Candidate* candidate) { return candidate->trial.english > 0; };
    if (!std::ranges::all_of(fitting, is_mixed)) std::erase_if(fitting, is_mixed);
    std::size_t most = 0;
    for (const Candidate* candidate : fitting) most = std::max(most, candidate->known);
    std::erase_if(fitting, [&](const Candidate* candidate) { return candidate->known < most; });
    if (undecided.possible.empty()) return std::nullopt;
    const auto agrees = [&](const Candidate* candidate) {
      return candidate->trial.moves == fitting.front()->trial.moves;
    };
    if (fitting.empty() || !std::ranges::all_of(fitting, agrees)) return undecided;
    return choice(*fitting.front());
  }

  auto furthest() const -> const Candidate* {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      const Trial& trial = candidate.trial;
      const bool is_its_own =
          candidate.known > 0 && trial.own > trial.english &&
          (trial.own >= kEvidence || !has_other_meaning(language_letters()[candidate.language]));
      if (!is_its_own || trial.moves.size() <= english_.moves.size()) continue;
      const auto reach = [](const Candidate& one) {
        return std::pair(one.trial.moves.size(), one.known);
      };
      if (best == nullptr || reach(candidate) > reach(*best)) best = &candidate;
    }
    return best;
  }

  const PgnGame& game_;
  const Trial& english_;
  std::vector<std::string> initials_;       // the distinct first characters of words
  std::vector<std::size_t> counts_;         // the number of words with each initial
  std::vector<std::optional<Role>> roles_;  // the English meaning of each initial
  std::vector<std::string> foreign_;        // initials that English does not have
  std::string english_initials_;            // English initials before the illegal move
  std::vector<Candidate> candidates_;
};

}  // namespace

bool may_have_other_letters(const PgnGame& game) {
  return game.has_words && std::ranges::any_of(game.tokens, [&](const Token& token) {
           return token.kind == TokenKind::Word && is_in_other_letters(game.text_of(token));
         });
}

GameLetters determine_letters(const PgnGame& game, const Position& first) {
  const Trial english = LetterTrial(PieceLetters()).run(game, first);
  if (english.is_complete()) return {};
  if (!may_have_other_letters(game)) {
    const std::string initials = english_initials(game, *english.broken);
    const bool is_english = std::ranges::all_of(
        language_letters(), [&](const auto& letters) { return lacks_letters(letters, initials); });
    if (is_english) return {};
  }
  return Decision(game, first, english).run();
}

}  // namespace arbiter

template class arbiter::MovetextReader<arbiter::LetterTrial>;
