#include "lib/patterns/term_parser.h"

#include <fmt/format.h>

#include <utility>

#include "lib/base/text.h"
#include "lib/patterns/pattern_text.h"

namespace arbiter {
namespace {

struct TraitWord {
  std::string_view word;
  Trait::Kind kind;
  Men by_default = 0;       // pieces if "by" is missing; 0 if "by" or a piece is required
  bool has_by = false;      // "by" can follow
  bool has_object = false;  // a piece or square must follow
};

constexpr TraitWord kTraits[] = {
    {"isolated", Trait::Kind::Isolated},
    {"passed", Trait::Kind::Passed},
    {"doubled", Trait::Kind::Doubled},
    {"connected", Trait::Kind::Connected},
    {"backward", Trait::Kind::Backward},
    {"trapped", Trait::Kind::Trapped},
    {"pinned", Trait::Kind::Pinned},
    {.word = "attacked", .kind = Trait::Kind::Attacked, .by_default = kAllMen, .has_by = true},
    {.word = "protected", .kind = Trait::Kind::Protected, .by_default = kAllMen, .has_by = true},
    {.word = "hittable", .kind = Trait::Kind::Hittable, .by_default = kPawns, .has_by = true},
    {.word = "attacks", .kind = Trait::Kind::Attacks, .has_object = true},
    {.word = "protects", .kind = Trait::Kind::Protects, .has_object = true},
    {.word = "forks", .kind = Trait::Kind::Forks, .has_object = true},
    {.word = "skewers", .kind = Trait::Kind::Skewers, .has_object = true},
    {.word = "xrays", .kind = Trait::Kind::XRays, .has_object = true},
};

const TraitWord* trait_word(const PatternToken& token) {
  const auto* const trait = std::ranges::find(kTraits, token.word(), &TraitWord::word);
  return trait == std::end(kTraits) ? nullptr : trait;
}

// Returns whether the token names a piece, as in "Nf5", "[QR]h", "black", "knight".
bool names_piece(const PatternToken& token) {
  if (token.is("white") || token.is("black") || men_named(token.word())) return true;
  std::string_view rest = token.word();
  return take_men(rest) && (rest.empty() || parse_squares(rest));
}

// Returns "[kq]" for pieces such as "kq" or "k,q"; empty for other text.
std::string in_brackets(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const std::string_view one(&c, 1);
    if (std::string_view(",/&+").find(c) != std::string_view::npos) continue;
    if (std::string_view rest = one; !take_men(rest)) return {};
    letters += c;
  }
  return letters.size() < 2 ? "" : fmt::format("[{}]", letters);
}

// Returns help for a property of moves that was used without the word "move".
std::string written_as_move(std::string_view word) {
  if (!is_listed(word, "captures|takes|promotes|castles")) return {};
  return fmt::format("for a move, write: move {}", word);
}

}  // namespace

Pattern TermParser::term() {
  if (auto pattern = worded_term()) return *std::move(pattern);
  if (auto pattern = standing_term(kAllMen)) return *std::move(pattern);
  const PatternToken& token = tokens_.next();
  if (token.kind == PatternToken::Kind::End) {
    tokens_.fail(token, "the pattern ends too early", "a term is missing, such as Nf5 or check");
  } else if (token.kind == PatternToken::Kind::Word) {
    tokens_.fail(
        token,
        is_pattern_word(token.text) ? fmt::format("'{}' is not valid here", token.text)
                                    : fmt::format("'{}' is unknown in a pattern", token.text),
        is_pattern_word(token.text) ? written_as_move(token.text) : suggestion_for(token.text));
  } else {
    tokens_.fail(token, fmt::format("'{}' is not valid here", token.text),
                 token.kind == PatternToken::Kind::Quoted
                     ? "a text in quotes follows pawns, board, at or material"
                     : "");
  }
  return {};
}

std::optional<Pattern> TermParser::worded_term() {
  struct Word {
    std::string_view word;
    Pattern (*read)(TermParser&);
  };
  static constexpr Word kWords[] = {
      {"white", [](TermParser& p) { return p.side_term(Color::White); }},
      {"black", [](TermParser& p) { return p.side_term(Color::Black); }},
      {"no", [](TermParser& p) { return p.no_term(); }},
      {"empty", [](TermParser& p) { return p.empty_term(); }},
      {"material", [](TermParser& p) { return p.material_term(); }},
      {"board", [](TermParser& p) { return p.board_term(); }},
      {"at", [](TermParser& p) { return p.at_term(); }},
      {"line", [](TermParser& p) { return p.line_term(); }},
      {"move", [](TermParser& p) { return p.move_term({}); }},
      {"attackers", [](TermParser& p) { return p.attackers_term({}); }},
      {"ply", [](TermParser& p) { return pattern_of(PlyIs{p.numbers()}); }},
      {"check", [](TermParser&) { return pattern_of(Feature::Check); }},
      {"mate", [](TermParser&) { return pattern_of(Feature::Checkmate); }},
      {"stalemate", [](TermParser&) { return pattern_of(Feature::Stalemate); }},
      {"smothered", [](TermParser&) { return pattern_of(Feature::Smothered); }},
      {"symmetric", [](TermParser&) { return pattern_of(Feature::Symmetric); }},
  };
  const PatternToken& after = tokens_.at(1);
  const bool has_text =
      after.kind == PatternToken::Kind::Quoted || after.text.find('/') != std::string_view::npos;
  if (tokens_.next().is("pawns") && (has_text || tokens_.at(1).is("has"))) {
    tokens_.take();
    return pawns_term();
  }
  struct TwoWords {
    std::string_view first, second;
    Feature feature;
  };
  static constexpr TwoWords kFeatures[] = {
      {"opposite", "bishops", Feature::OppositeBishops},
      {"double", "check", Feature::DoubleCheck},
      {"discovered", "check", Feature::DiscoveredCheck},
  };
  for (const TwoWords& words : kFeatures) {
    if (!tokens_.next().is(words.first) || !tokens_.at(1).is(words.second)) continue;
    tokens_.take(), tokens_.take();
    return pattern_of(words.feature);
  }
  if (tokens_.next().is("discovered") && tokens_.at(1).is("attack")) {
    tokens_.take(), tokens_.take();
    return discovered_attack_term();
  }
  for (const Word& word : kWords) {
    if (tokens_.take(word.word)) return word.read(*this);
  }
  return std::nullopt;
}

Pattern TermParser::side_term(Color color) {
  const std::string_view name = color == Color::White ? "white" : "black";
  const PatternToken token = tokens_.next();
  if (tokens_.take("to")) {
    if (!tokens_.take("move"))
      tokens_.fail(tokens_.next(), "'move' is missing", fmt::format("{} to move", name));
    return pattern_of(ToMove{color});
  }
  if (tokens_.take("castled")) return castled_term(color);
  if (tokens_.take("move")) return move_term(color);
  if (tokens_.take("attackers")) return attackers_term(color);
  if (tokens_.take("level")) return pattern_of(Balance{color, {0, 0}});
  if (token.is("up") || token.is("down")) {
    tokens_.take();
    return pattern_of(Balance{token.is("up") ? color : other(color), numbers()});
  }
  if (token.is("loses") || token.is("gains")) return balance_change_term(color);
  if (token.kind == PatternToken::Kind::Word && (token.text[0] == '+' || token.text[0] == '-')) {
    return imbalance_term(color);
  }
  if (men_named(token.word())) {
    if (auto pattern = standing_term(men_of(color))) return *std::move(pattern);
  }
  tokens_.fail(
      token, fmt::format("'{}' must be followed by a condition or a move", name),
      fmt::format("{0} to move, {0} castled, {0} up 2, {0} +BB -NN, {0} knight on d5, {0} move Nf5",
                  name));
  return {};
}

Pattern TermParser::balance_change_term(Color color) {
  const bool loses = tokens_.take().is("loses");
  BalanceChange change{.color = color, .pawns = numbers()};
  if (loses) change.pawns = {-change.pawns.most, -change.pawns.least};
  const bool has_time = tokens_.take("in");
  const PatternToken time = tokens_.next();
  if (has_time) change.plies = number_range().least;
  if (!has_time || change.plies < 1) {
    tokens_.fail(time, "'in' and a number of half-moves are missing", "white loses 3.. in 4");
  }
  return pattern_of(change);
}

Pattern TermParser::discovered_attack_term() {
  constexpr Men kPieces = kAllMen & ~kPawns & ~men_of(Role::King);
  DiscoveredAttack attack{.targets = {.men = kPieces}};
  if (tokens_.take("on")) attack.targets = others();
  return pattern_of(attack);
}

// Reads the word "that", which is followed by a piece or move of the previous step.
bool TermParser::take_that() {
  const PatternToken token = tokens_.next();
  if (!tokens_.take("that")) return false;
  if (!follows_) {
    tokens_.fail(token, "'that' needs a piece or move in the step before it",
                 "N attacks q then that N attacks r; move B later that B on h7");
  }
  return true;
}

Pattern TermParser::no_term() {
  auto standing = this->standing(kAllMen);
  if (!standing) {
    tokens_.fail(tokens_.next(), "'no' must be followed by a piece",
                 "no Pc,e; for other terms: not check");
    return {};
  }
  standing->count = {0, 0};
  return pattern_of(*std::move(standing));
}

Pattern TermParser::empty_term() {
  // The claim holds if the number of empty squares equals the number of squares.
  PiecesStand empty{.men = kNobody, .squares = squares()};
  empty.count = {empty.squares.count(), empty.squares.count()};
  return pattern_of(std::move(empty));
}

Pattern TermParser::material_term() {
  const PatternToken token = tokens_.take();
  if (token.kind != PatternToken::Kind::Word && token.kind != PatternToken::Kind::Quoted) {
    tokens_.fail(token, "'material' must be followed by pieces", "material KRPkr");
    return {};
  }
  auto material = MaterialPattern::parse(token.text);
  if (!material)
    return tokens_.fail(token, material.error(), "material KRPkr, KQ*k*, KRP{1,3}kr~"), Pattern();
  return pattern_of(MaterialIs{*material});
}

Pattern TermParser::castled_term(Color color) {
  MovePlayed move{.movers = men_of(Piece(color, Role::King)),
                  .castling = MovePlayed::Castling::Any};
  if (tokens_.take("short")) move.castling = MovePlayed::Castling::KingSide;
  if (tokens_.take("long")) move.castling = MovePlayed::Castling::QueenSide;
  return joined(Pattern::Kind::Ever, {pattern_of(move)});
}

Pattern TermParser::attackers_term(std::optional<Color> color) {
  const bool is_open = tokens_.take(PatternToken::Kind::Open);
  const PatternToken token = tokens_.take();
  const auto square = parse_square(token.text);
  if (token.kind != PatternToken::Kind::Word || !square) {
    tokens_.fail(token, "'attackers' must be followed by a square", "attackers(f7) >= 3");
    return {};
  }
  if (is_open && !tokens_.take(PatternToken::Kind::Close))
    tokens_.fail(tokens_.next(), "')' is missing");
  return pattern_of(Attackers{*square, color, comparison().value_or(CountRange{.least = 1})});
}

Pattern TermParser::imbalance_term(Color color) {
  Imbalance imbalance{.color = color};
  while (tokens_.next().kind == PatternToken::Kind::Word) {
    const PatternToken token = tokens_.next();
    const int sign = token.text[0] == '+' ? 1 : token.text[0] == '-' ? -1 : 0;
    if (sign == 0) break;
    tokens_.take();
    if (token.text.size() < 2)
      tokens_.fail(token, "pieces are missing after the sign", "white +BB -NN");
    for (const char letter : token.text.substr(1)) {
      const auto role = role_of_letter(to_capital(letter));
      if (!role || *role == Role::King) {
        tokens_.fail(token, fmt::format("'{}' is not one of QRBNP", letter), "white +BB -NN");
        return {};
      }
      imbalance.more[static_cast<std::size_t>(*role)] += sign;
    }
  }
  return pattern_of(imbalance);
}

Bitboard TermParser::squares() {
  const PatternToken token = tokens_.take();
  const auto squares = parse_squares(token.word());
  if (!squares)
    tokens_.fail(token, "squares are missing", "d6, a file (d), a rank (7), h1-8, a-c3,f5");
  return squares.value_or(kAllSquares);
}

CountRange TermParser::number_range() {
  const PatternToken token = tokens_.take();
  const auto range = parse_number_range(token.word());
  if (!range) {
    tokens_.fail(token, "a number is missing",
                 token.kind == PatternToken::Kind::Open ? "without parentheses: N > n, R7 >= 2"
                                                        : "2, 1..2 or 3..");
  }
  return range.value_or(CountRange());
}

CountRange TermParser::numbers() {
  const auto compared = comparison();
  return compared ? *compared : number_range();
}

std::optional<CountRange> TermParser::comparison() {
  if (tokens_.next().kind != PatternToken::Kind::Sign) return std::nullopt;
  const std::string_view sign = tokens_.take().text;
  const CountRange range = number_range();
  if (sign == "=") return range;
  if (sign == ">=") return CountRange{.least = range.least};
  if (sign == ">") return CountRange{.least = range.least + 1};
  return CountRange{.least = 0, .most = sign == "<" ? range.least - 1 : range.least};
}

std::optional<Pattern> TermParser::standing_term(Men side) {
  auto standing = this->standing(side);
  if (!standing) return std::nullopt;
  if (is_at_comparison_with_piece()) return compared(*std::move(standing));
  if (const auto count = comparison()) standing->count = *count;
  return pattern_of(*std::move(standing));
}

// Checks for a comparison with the number of other pieces, as in "P = p".
bool TermParser::is_at_comparison_with_piece() const {
  const PatternToken& other = tokens_.at(1);
  return tokens_.next().kind == PatternToken::Kind::Sign &&
         other.kind == PatternToken::Kind::Word && (names_piece(other) || trait_word(other));
}

Pattern TermParser::compared(PiecesStand left) {
  const std::string_view sign = tokens_.take().text;
  auto right = standing(kAllMen);
  CountsCompared counts{.left = std::move(left), .right = std::move(right).value_or(PiecesStand())};
  counts.difference.least = sign == ">" ? 1 : sign.starts_with('<') ? CountRange::kNoMinimum : 0;
  counts.difference.most = sign == "<" ? -1 : sign.starts_with('>') ? CountRange::kNoLimit : 0;
  return pattern_of(std::move(counts));
}

std::optional<PiecesStand> TermParser::standing(Men side) {
  PiecesStand standing;
  standing.is_followed = take_that();
  const std::size_t begin = tokens_.place();
  while (const TraitWord* trait = trait_word(tokens_.next())) {
    if (trait->has_object) break;
    tokens_.take();
    standing.traits.push_back({.kind = trait->kind, .others = {trait->by_default, kAllSquares}});
  }
  for (const Color color : {Color::White, Color::Black}) {
    if (men_named(tokens_.at(1).word()) && tokens_.take(color == Color::White ? "white" : "black"))
      side = men_of(color);
  }
  const PatternToken token = tokens_.next();
  std::string_view rest = token.word();
  const auto named = men_named(rest);
  const auto men = named ? named : take_men(rest);
  const auto squares = named || rest.empty() ? std::optional(kAllSquares) : parse_squares(rest);
  if (!men || !squares) {
    if (tokens_.place() != begin || standing.is_followed) {
      tokens_.fail(token, "a piece is missing", "isolated Pd, passed P7, pinned n, that N");
    }
    return std::nullopt;
  }
  for (const Trait& trait : standing.traits) check_trait(trait, *men);
  tokens_.take();
  standing.men = *men & side;
  standing.squares = *squares;
  if (tokens_.take("on")) standing.squares &= this->squares();
  if (named && parse_squares(tokens_.next().word())) {
    tokens_.fail(tokens_.next(), fmt::format("'on' is missing before '{}'", tokens_.next().text),
                 fmt::format("{} on {}", token.text, tokens_.next().text));
  }
  while (!tokens_.has_failed() && is_at_trait()) read_trait(standing);
  return standing;
}

bool TermParser::is_at_trait() const {
  const std::size_t first = tokens_.next().is("not") ? 1 : 0;
  const TraitWord* trait = trait_word(tokens_.at(first));
  if (trait == nullptr) return false;
  // A trait before a piece describes that piece, as in "isolated Pd", and not the preceding piece.
  return trait->has_object ||
         !(names_piece(tokens_.at(first + 1)) || trait_word(tokens_.at(first + 1)));
}

void TermParser::read_trait(PiecesStand& standing) {
  Trait trait{.kind = {}, .is_negated = tokens_.take("not")};
  const TraitWord& word = *trait_word(tokens_.take());
  trait.kind = word.kind;
  trait.others.men = word.by_default;
  const bool has_number = trait.kind == Trait::Kind::Forks &&
                          parse_number_range(tokens_.next().word()) && names_piece(tokens_.at(1));
  if (has_number) trait.least = number_range().least;
  const bool is_pinned_to = trait.kind == Trait::Kind::Pinned && tokens_.take("to");
  if (word.has_object || is_pinned_to || (word.has_by && tokens_.take("by"))) {
    trait.others = others();
  }
  if (trait.kind == Trait::Kind::Hittable && (trait.others.men & ~kPawns) != 0) {
    tokens_.fail(tokens_.at(0), "only pawns may follow 'hittable by'",
                 "not hittable by p; for pieces: not attacked by n");
  }
  check_trait(trait, standing.men);
  if (trait.kind == Trait::Kind::Forks && (trait.others.men & ~men_of(Role::King)) == 0) {
    tokens_.fail(tokens_.at(0), "a fork attacks several pieces", "in brackets: N forks [kq]");
  }
  standing.traits.push_back(trait);
}

void TermParser::check_trait(const Trait& trait, Men men) {
  const bool is_about_pawns =
      trait.kind == Trait::Kind::Isolated || trait.kind == Trait::Kind::Passed ||
      trait.kind == Trait::Kind::Doubled || trait.kind == Trait::Kind::Connected ||
      trait.kind == Trait::Kind::Backward;
  if (is_about_pawns && (men & ~kPawns) != 0) {
    tokens_.fail(tokens_.next(), "only pawns are isolated, passed, doubled, connected or backward",
                 "isolated Pd, passed p2");
  }
}

MenSomewhere TermParser::others() {
  const PatternToken token = tokens_.next();
  Men side = kAllMen;
  if (tokens_.take("white")) side = kWhiteMen;
  if (tokens_.take("black")) side = kBlackMen;
  const PatternToken name = tokens_.take();
  if (name.kind == PatternToken::Kind::Word) {
    if (const auto named = men_named(name.text)) {
      return {static_cast<Men>(*named & side), tokens_.take("on") ? squares() : kAllSquares};
    }
    if (const auto region = parse_squares(name.text)) return {kAnything, *region};
    std::string_view rest = name.text;
    const auto men = take_men(rest);
    const auto region = rest.empty() ? std::optional(kAllSquares) : parse_squares(rest);
    if (men && region) return {*men, tokens_.take("on") ? squares() : *region};
  }
  const std::string pieces = in_brackets(name.text);
  tokens_.fail(token, "a piece is missing",
               pieces.empty()
                   ? "protected by P, attacks [qr], attacked by a black knight: attacked by n"
                   : "several pieces are in brackets: " + pieces);
  return {};
}

}  // namespace arbiter
