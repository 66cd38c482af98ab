#include "lib/patterns/pattern_parser.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/patterns/pattern_text.h"
#include "lib/patterns/term_parser.h"

namespace arbiter {
namespace {

constexpr int kMaxPlies = 10'000;  // maximum number of half-moves after "for"

// Returns a theme name, or words of a pattern, in normalized form.
std::string theme_key(std::string_view words) {
  std::string key = to_small(words);
  std::ranges::replace(key, '-', ' ');
  return key;
}

// Returns the words in the singular, with "ending" for "endgame".
std::string stem_of(std::string_view words) {
  std::string stem = fmt::format("{} ", words);
  for (std::size_t at; (at = stem.find("s ")) != stem.npos;) stem.erase(at, 1);
  if (const std::size_t at = stem.find("endgame "); at != stem.npos) stem.replace(at, 7, "ending");
  return stem;
}

// Returns whether the words are the name of the theme, in singular or plural, with any file, and
// with "endgame" for "ending".
bool is_name_of(const PatternTheme& theme, std::string_view words) {
  std::string name = theme_key(theme.name);
  if (name.ends_with("file e") && words.size() == name.size() && words.back() >= 'a' &&
      words.back() <= 'h') {
    name.back() = words.back();
  }
  return stem_of(words) == stem_of(name);
}

// Returns the pattern that the words mean. Precondition: the words are the name of the theme.
std::string text_of(const PatternTheme& theme, std::string_view words) {
  std::string text = fmt::format("either ({})", theme.pattern);
  if (!theme.name.ends_with("file e")) return text;
  for (std::size_t at = 0; (at = text.find_first_of("Pp", at)) != std::string::npos; ++at) {
    text[at + 1] = words.back();
  }
  return text;
}

class PatternParser {
 public:
  // Parses a text in which the names of `themes` are terms.
  PatternParser(std::string_view text, std::span<const PatternTheme> themes)
      : tokens_(text), terms_(tokens_), themes_(themes) {}

  std::variant<Pattern, PatternError> parse() {
    Pattern pattern = steps();
    if (tokens_.next().kind != PatternToken::Kind::End) fail_at_rest();
    if (tokens_.fault()) return *tokens_.fault();
    if (!expanded(pattern)) {
      return PatternError{"the pattern has too many variants", 0, tokens_.text().size(),
                          "use shift, either and mirror less often"};
    }
    return pattern;
  }

 private:
  // A parsed part, with syntactic details that can make it ambiguous.
  struct Part {
    Pattern pattern;
    std::optional<PatternToken> loose = {};  // "for" or a prefix without parentheses around it
    bool has_or = false;
  };

  bool goes_on() const { return !tokens_.has_failed(); }
  bool is_at(std::string_view word) const { return goes_on() && tokens_.next().is(word); }

  void fail_at_rest() {
    const PatternToken& token = tokens_.next();
    if (token.kind == PatternToken::Kind::Close) {
      tokens_.fail(token, "')' has no '(' before it");
    } else if (token.kind == PatternToken::Kind::Sign) {
      tokens_.fail(token, fmt::format("'{}' is not valid here", token.text),
                   "compare after a piece, ply or attackers: R7 >= 2, ply < 30");
    } else if (is_listed(token.text, "+|-|*|/")) {
      tokens_.fail(token,
                   fmt::format("'{}' is not valid here: patterns do not calculate", token.text),
                   "[NB] >= 3 counts knights and bishops, N > n compares; 'and' joins terms");
    } else {
      const std::string suggestion =
          is_pattern_word(token.text) ? std::string() : suggestion_for(token.text);
      const bool is_joint =
          is_listed(suggestion, "write 'and'|write 'or'|write 'later'|write 'then'|write 'for'");
      tokens_.fail(token,
                   fmt::format("'and', 'or', 'then' or 'later' is missing before '{}'", token.text),
                   is_joint ? suggestion : "");
    }
  }

  // Rejects "A and B for 6" and "either A and B", which are ambiguous.
  void refuse_loose(const std::vector<Part>& parts) {
    if (parts.size() < 2) return;
    for (const Part& part : parts) {
      if (!part.loose) continue;
      const std::string_view word = part.loose->text;
      tokens_.fail(
          *part.loose, fmt::format("'{}' is ambiguous", word),
          word == "for"
              ? "use parentheses: (kg8 and Nf5) for 6, or kg8 and (Nf5 for 6)"
              : fmt::format("use parentheses: {0} (kg8 and Nf5), or kg8 and ({0} Nf5)", word));
    }
  }

  Pattern steps() {
    if (++depth_ > kMaxPatternDepth)
      tokens_.fail(tokens_.next(), "the pattern is nested too deeply");
    const bool read_moves = reads_moves_;
    const int moves_before = terms_.moves();
    Part first = any();
    Pattern pattern = std::move(first.pattern);
    bool has_or = first.has_or;
    while (is_at("then") || is_at("later")) {
      const PatternToken word = tokens_.take();
      // The colour of a move after "later" is unknown, so the word "move" is required.
      reads_moves_ = word.is("then") && (read_moves || terms_.moves() > moves_before);
      const int plies =
          word.is("later") && tokens_.take("within") ? half_moves("later within 6") : 0;
      const bool followed = terms_.follow(followed_claim(pattern) != nullptr);
      Part next = any();
      terms_.follow(followed);
      has_or = has_or || next.has_or;
      if (has_or) {
        tokens_.fail(word, fmt::format("'{}' is ambiguous", word.text),
                     "use parentheses around the alternatives of 'or'; for moves: move Kxh7|Kh8");
      }
      if (next.loose || first.loose) {
        const PatternToken& loose = first.loose ? *first.loose : *next.loose;
        if (loose.text != "for") refuse_loose({first, next});
      }
      pattern = joined(word.text == "then" ? Pattern::Kind::Then : Pattern::Kind::Later,
                       {std::move(pattern), std::move(next.pattern)});
      pattern.plies = plies;
    }
    reads_moves_ = read_moves;
    --depth_;
    return pattern;
  }

  Part joined_parts(Pattern::Kind kind, std::vector<Part>& parts) {
    refuse_loose(parts);
    std::vector<Pattern> patterns;
    for (Part& part : parts) patterns.push_back(std::move(part.pattern));
    return {joined(kind, std::move(patterns)), parts.front().loose};
  }

  Part any() {
    std::vector<Part> parts;
    do {
      parts.push_back(all());
    } while (is_at("or") && (tokens_.take(), true));
    Part result = joined_parts(Pattern::Kind::Any, parts);
    result.has_or = parts.size() > 1;
    return result;
  }

  Part all() {
    std::vector<Part> parts;
    do {
      is_first_ = parts.empty();
      auto* last = parts.empty() || !parts.back().pattern.claim
                       ? nullptr
                       : std::get_if<PiecesStand>(&*parts.back().pattern.claim);
      if (!parts.empty() && terms_.is_at_trait()) {
        if (last == nullptr || last->count.least == 0) {
          tokens_.fail(tokens_.next(), "a piece is missing before this property",
                       "Nd6 and protected by P");
          break;
        }
        terms_.read_trait(*last);
      } else {
        parts.push_back(one());
      }
    } while (is_at("and") && (tokens_.take(), true));
    return joined_parts(Pattern::Kind::All, parts);
  }

  Part one_after_prefix() {
    const PatternToken prefix = tokens_.take();
    if (++depth_ > kMaxPatternDepth) tokens_.fail(prefix, "the pattern is nested too deeply");
    Part part = goes_on() ? one() : Part();
    --depth_;
    return part;
  }

  Part one() {
    if (is_at("not")) {
      Part part = one_after_prefix();
      if (part.loose && goes_on()) refuse_loose({part, part});
      return {negated(std::move(part.pattern))};
    }
    if (is_at("either")) return prefixed(Pattern::Kind::Either);
    if (is_at("mirror")) return prefixed(Pattern::Kind::Mirror);
    if (is_at("shift")) return prefixed(Pattern::Kind::Shift);
    return held();
  }

  Part prefixed(Pattern::Kind kind) {
    const PatternToken word = tokens_.next();
    const bool has_parentheses = tokens_.at(1).kind == PatternToken::Kind::Open;
    // "that" is rejected after these prefixes, because the pieces of the previous step have no
    // variants.
    const bool followed = terms_.follow(false);
    Part inner = one_after_prefix();
    terms_.follow(followed);
    Part part{joined(kind, {std::move(inner.pattern)})};
    if (!has_parentheses) part.loose = inner.loose ? inner.loose : word;
    return part;
  }

  Part held() {
    const bool has_parentheses = tokens_.next().kind == PatternToken::Kind::Open;
    Pattern pattern = first_or_term();
    if (!is_at("for")) return {std::move(pattern)};
    const PatternToken word = tokens_.take();
    Part part{joined(Pattern::Kind::Lasts, {std::move(pattern)})};
    part.pattern.plies = half_moves("for 10");
    if (!has_parentheses) part.loose = word;
    return part;
  }

  // Reads a number of half-moves. `example` shows the word before the number.
  int half_moves(std::string_view example) {
    const PatternToken number = tokens_.take();
    const auto plies = parse_number_range(number.word());
    if (plies && plies->least >= 1 && plies->least <= kMaxPlies) return plies->least;
    tokens_.fail(number,
                 fmt::format("'{}' must be followed by a number of half-moves",
                             example.substr(0, example.rfind(' '))),
                 std::string(example));
    return 1;
  }

  Pattern first_or_term() {
    const bool may_be_move = reads_moves_ && std::exchange(is_first_, false);
    if (tokens_.take(PatternToken::Kind::Open)) return grouped();
    const bool is_compared = tokens_.at(1).kind == PatternToken::Kind::Sign;
    if (may_be_move && !is_compared && terms_.is_at_move()) return terms_.move_term();
    if (auto theme = theme_term()) return *std::move(theme);
    return terms_.term();
  }

  // Reads the longest name of a theme, as in "skewer", "smothered mate" or "open file d".
  std::optional<Pattern> theme_term() {
    std::string typed;
    std::string text;
    std::size_t length = 0;
    for (std::size_t words = 0; tokens_.at(words).kind == PatternToken::Kind::Word;) {
      typed += fmt::format("{}{}", words == 0 ? "" : " ", theme_key(tokens_.at(words).text));
      ++words;
      for (const PatternTheme& theme : themes_) {
        if (!is_name_of(theme, typed)) continue;
        text = text_of(theme, typed);
        length = words;
      }
    }
    if (length == 0) return std::nullopt;
    while (length-- > 0) tokens_.take();
    return std::get<Pattern>(PatternParser(text, {}).parse());
  }

  Pattern grouped() {
    Pattern pattern = steps();
    if (goes_on() && !tokens_.take(PatternToken::Kind::Close)) {
      if (tokens_.next().kind == PatternToken::Kind::End) {
        tokens_.fail(tokens_.next(), "')' is missing");
      } else {
        fail_at_rest();
      }
    }
    return pattern;
  }

  PatternTokens tokens_;
  TermParser terms_;
  std::span<const PatternTheme> themes_;
  int depth_ = 0;
  bool reads_moves_ = false;  // true after moves and "then", where "Ng5" is a move
  bool is_first_ = false;     // true at the start of a step or alternative
};

}  // namespace

std::variant<Pattern, PatternError> parse_pattern(std::string_view text) {
  if (text.size() > kMaxPatternLength) {
    return PatternError{"the pattern is too long", kMaxPatternLength, 1};
  }
  // Excludes names that are valid patterns themselves.
  static const std::vector<PatternTheme> themes = [] {
    std::vector<PatternTheme> named;
    std::ranges::copy_if(pattern_themes(), std::back_inserter(named),
                         [](const PatternTheme& theme) {
                           return std::holds_alternative<PatternError>(
                               PatternParser(theme_key(theme.name), {}).parse());
                         });
    return named;
  }();
  return PatternParser(text, themes).parse();
}

Result<Pattern> read_pattern(std::string_view text) {
  auto read = parse_pattern(text);
  if (const auto* error = std::get_if<PatternError>(&read)) {
    return Error{to_string(*error, text) +
                 "\n  = help: `arbiter explain pattern` describes the language, `arbiter explain "
                 "pattern themes` has forks, pins, sacrifices ..."};
  }
  return std::get<Pattern>(std::move(read));
}

namespace {

// Returns the number of characters in UTF-8 text.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_sign(char c) { return c == '<' || c == '>' || c == '='; }

// Checks whether the "=" at `at` is that of a promotion, as in "e8=N".
bool is_promotion(std::string_view text, std::size_t at) {
  if (text[at] != '=' || at == 0 || at + 1 >= text.size()) return false;
  return (text[at - 1] == '8' || text[at - 1] == '1') &&
         std::string_view("NBRQnbrqKP").find(text[at + 1]) != std::string_view::npos;
}

}  // namespace

std::string to_string(const PatternError& error, std::string_view text) {
  std::string line(text);
  // Characters are replaced one by one, so that the mark is in the right column.
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  const std::size_t offset = std::min(error.offset, line.size());
  const std::string_view before = std::string_view(line).substr(0, offset);
  const std::string_view marked = std::string_view(line).substr(offset, error.length);
  std::string result =
      fmt::format("{}\n  {}\n  {:{}}{:^>{}}", error.message, line, "", width_of(before), "",
                  std::max<std::size_t>(width_of(marked), 1));
  if (!error.help.empty()) result += fmt::format("\n  = help: {}", error.help);
  return result;
}

PatternTokens::PatternTokens(std::string_view text) : text_(text) {
  while (read_ < text.size()) {
    const char c = text[read_];
    const std::size_t begin = read_;
    if (is_space(c)) {
      ++read_;
    } else if (c == '(' || c == ')') {
      add(c == '(' ? PatternToken::Kind::Open : PatternToken::Kind::Close, begin, 1);
    } else if (is_quote(c)) {
      read_quoted(begin);
    } else if (is_sign(c)) {
      const bool is_two = c != '=' && begin + 1 < text.size() && text[begin + 1] == '=';
      add(PatternToken::Kind::Sign, begin, is_two ? 2 : 1);
    } else {
      add(PatternToken::Kind::Word, begin, end_of_word(begin) - begin);
    }
  }
  tokens_.push_back({.offset = text.size()});
  if (fault_) next_ = tokens_.size() - 1;
}

void PatternTokens::add(PatternToken::Kind kind, std::size_t offset, std::size_t length) {
  tokens_.push_back({kind, text_.substr(offset, length), offset, length});
  read_ = offset + length;
}

void PatternTokens::read_quoted(std::size_t begin) {
  const std::size_t end = text_.find(text_[begin], begin + 1);
  const bool is_closed = end != std::string_view::npos;
  const std::size_t length = is_closed ? end + 1 - begin : text_.size() - begin;
  add(PatternToken::Kind::Quoted, begin, length);
  tokens_.back().text = text_.substr(begin + 1, length - (is_closed ? 2 : 1));
  if (!is_closed) fail(tokens_.back(), "the quote is not closed");
}

std::size_t PatternTokens::end_of_word(std::size_t begin) const {
  std::size_t end = begin;
  for (; end < text_.size(); ++end) {
    const char c = text_[end];
    if (is_space(c) || is_quote(c) || c == '(' || c == ')') break;
    if (is_sign(c) && !is_promotion(text_, end)) break;
  }
  return end;
}

void PatternTokens::fail(const PatternToken& token, std::string message, std::string help) {
  fail({std::move(message), token.offset, std::max<std::size_t>(token.length, 1), std::move(help)});
}

void PatternTokens::fail(PatternError error) {
  if (!fault_) fault_ = std::move(error);
  next_ = tokens_.size() - 1;
}

}  // namespace arbiter
