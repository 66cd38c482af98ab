// Terms about where pieces stand.
#include <utility>

#include "lib/patterns/squares_text.h"
#include "lib/patterns/term_parser.h"

namespace arbiter {
namespace {

struct TraitWord {
  std::string_view word;
  Trait::Kind kind;
  Men by_default = 0;       // who is meant without "by": nobody, so "by" or a piece is needed
  bool has_by = false;      // "by" can follow
  bool has_object = false;  // a piece or square has to follow
};

constexpr TraitWord kTraits[] = {
    {"isolated", Trait::Kind::Isolated},
    {"passed", Trait::Kind::Passed},
    {"doubled", Trait::Kind::Doubled},
    {"pinned", Trait::Kind::Pinned},
    {.word = "attacked", .kind = Trait::Kind::Attacked, .by_default = kAllMen, .has_by = true},
    {.word = "protected", .kind = Trait::Kind::Protected, .by_default = kAllMen, .has_by = true},
    {.word = "hittable", .kind = Trait::Kind::Hittable, .by_default = kPawns, .has_by = true},
    {.word = "attacks", .kind = Trait::Kind::Attacks, .has_object = true},
    {.word = "protects", .kind = Trait::Kind::Protects, .has_object = true},
};

const TraitWord* trait_word(const PatternToken& token) {
  if (token.kind != PatternToken::Kind::Word) return nullptr;
  for (const TraitWord& trait : kTraits) {
    if (token.text == trait.word) return &trait;
  }
  return nullptr;
}

// Whether a piece is named there: "Nf5", "[QR]h", "black", "knight".
bool names_piece(const PatternToken& token) {
  if (token.kind != PatternToken::Kind::Word) return false;
  if (token.is("white") || token.is("black") || men_named(token.text)) return true;
  std::string_view rest = token.text;
  return take_men(rest) && (rest.empty() || parse_squares(rest));
}

}  // namespace

std::optional<Pattern> TermParser::standing_term(Men side) {
  auto standing = this->standing(side);
  if (!standing) return std::nullopt;
  if (const auto count = comparison()) standing->count = *count;
  return pattern_of(*std::move(standing));
}

std::optional<PiecesStand> TermParser::standing(Men side) {
  PiecesStand standing;
  const std::size_t begin = tokens_.place();
  while (const TraitWord* trait = trait_word(tokens_.next())) {
    if (trait->has_object) break;
    tokens_.take();
    standing.traits.push_back({.kind = trait->kind, .others = {trait->by_default, kAllSquares}});
  }
  for (const Color color : {Color::White, Color::Black}) {
    const bool is_named =
        men_named(tokens_.at(1).text) && tokens_.at(1).kind == PatternToken::Kind::Word;
    if (is_named && tokens_.take(color == Color::White ? "white" : "black")) side = men_of(color);
  }
  const PatternToken token = tokens_.next();
  std::string_view rest = token.kind == PatternToken::Kind::Word ? token.text : std::string_view();
  const auto named = men_named(rest);
  const auto men = named ? named : take_men(rest);
  const auto squares = named || rest.empty() ? std::optional(kAllSquares) : parse_squares(rest);
  if (!men || !squares) {
    if (tokens_.place() != begin) {
      tokens_.fail(token, "a piece is missing", "isolated Pd, passed P7, pinned n");
    }
    return std::nullopt;
  }
  for (const Trait& trait : standing.traits) check_trait(trait, *men);
  tokens_.take();
  standing.men = *men & side;
  standing.squares = *squares;
  if (tokens_.take("on")) standing.squares &= this->squares();
  while (!tokens_.has_failed() && is_at_trait()) read_trait(standing);
  return standing;
}

bool TermParser::is_at_trait() const {
  const std::size_t first = tokens_.next().is("not") ? 1 : 0;
  const TraitWord* trait = trait_word(tokens_.at(first));
  if (trait == nullptr) return false;
  // "isolated Pd" is about another piece.
  return trait->has_object ||
         !(names_piece(tokens_.at(first + 1)) || trait_word(tokens_.at(first + 1)));
}

void TermParser::read_trait(PiecesStand& standing) {
  Trait trait{.kind = {}, .is_negated = tokens_.take("not")};
  const TraitWord& word = *trait_word(tokens_.take());
  trait.kind = word.kind;
  trait.others.men = word.by_default;
  if (word.has_object || (word.has_by && tokens_.take("by"))) trait.others = others();
  if (trait.kind == Trait::Kind::Hittable && (trait.others.men & ~kPawns) != 0) {
    tokens_.fail(tokens_.at(0), "only pawns can be asked for after 'hittable by'",
                 "not hittable by p; for pieces: not attacked by n");
  }
  check_trait(trait, standing.men);
  standing.traits.push_back(trait);
}

void TermParser::check_trait(const Trait& trait, Men men) {
  const bool is_about_pawns = trait.kind == Trait::Kind::Isolated ||
                              trait.kind == Trait::Kind::Passed ||
                              trait.kind == Trait::Kind::Doubled;
  if (is_about_pawns && (men & ~kPawns) != 0) {
    tokens_.fail(tokens_.next(), "only pawns are isolated, passed or doubled",
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
  tokens_.fail(token, "a piece is missing",
               "protected by P, attacks [qr], attacked by a black knight: attacked by n");
  return {};
}

}  // namespace arbiter
