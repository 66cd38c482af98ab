// The terms about moves and whole boards.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "lib/base/text.h"
#include "lib/notation/fen.h"
#include "lib/notation/loose_move.h"
#include "lib/patterns/pattern_text.h"
#include "lib/patterns/term_parser.h"

namespace arbiter {
namespace {

constexpr std::uint8_t kAnyPromotion = 0b11110;  // knight to queen

// Returns the bits of the roles, without colours.
std::uint8_t roles_in(Men men) {
  std::uint8_t roles = 0;
  for (int role = 0; role < 6; ++role) {
    if ((men & men_of(static_cast<Role>(role))) != 0) roles |= static_cast<std::uint8_t>(1 << role);
  }
  return roles;
}

// Restricts every move of the pattern to `details`.
void restrict_moves(Pattern& pattern, const MovePlayed& details) {
  for (Pattern& part : pattern.parts) restrict_moves(part, details);
  auto* move = pattern.claim ? std::get_if<MovePlayed>(&*pattern.claim) : nullptr;
  if (move == nullptr) return;
  move->movers &= details.movers;
  move->from &= details.from;
  move->to &= details.to;
  move->captured &= details.captured;
  move->is_followed = move->is_followed || details.is_followed;
  if (move->promotions == 0) move->promotions = details.promotions;
  move->is_en_passant = move->is_en_passant || details.is_en_passant;
}

// Reads a quoted board. An error in the board is reported at its position in the pattern.
template <class BoardClaim>
std::optional<BoardClaim> read_board(
    PatternTokens& tokens, std::variant<BoardClaim, BoardTextError> (*parse)(std::string_view),
    std::string help) {
  const PatternToken token = tokens.take();
  if (token.kind != PatternToken::Kind::Quoted) {
    tokens.fail(token, "a board in quotes is missing", std::move(help));
    return std::nullopt;
  }
  const auto read = parse(token.text);
  if (const auto* fault = std::get_if<BoardTextError>(&read)) {
    tokens.fail({fault->message, token.offset + 1 + std::min(fault->offset, token.text.size()),
                 fault->length, std::move(help)});
    return std::nullopt;
  }
  return std::get<BoardClaim>(read);
}

// Returns the word without a move number such as "1." or "2..." at its start.
std::string_view without_number(std::string_view word) {
  std::size_t digits = 0;
  while (digits < word.size() && is_digit(word[digits])) ++digits;
  if (digits == 0 || digits == word.size() || word[digits] != '.') {
    return digits == word.size() ? std::string_view() : word;
  }
  return word.substr(std::min(word.find_first_not_of('.', digits), word.size()));
}

// Returns the legal move that the word denotes.
std::optional<Move> legal_move(std::string_view word, const Position& position) {
  const auto loose = parse_loose_move(word, PieceLetters());
  if (!loose) return std::nullopt;
  const LooseResolution resolved = resolve(*loose, position);
  if (resolved.resolution.status != SanStatus::Legal) return std::nullopt;
  return resolved.resolution.move;
}

bool is_any_move(const Pattern& move) { return move.parts.empty() && !move.claim; }

CountRange exactly(std::size_t number) {
  return {static_cast<int>(number), static_cast<int>(number)};
}

Pattern line_in_order(std::vector<Pattern> moves) {
  Pattern line;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Pattern ply = pattern_of(PlyIs{exactly(i + 1)});
    Pattern step = is_any_move(moves[i])
                       ? std::move(ply)
                       : joined(Pattern::Kind::All, {std::move(ply), std::move(moves[i])});
    line =
        i == 0 ? std::move(step) : joined(Pattern::Kind::Then, {std::move(line), std::move(step)});
  }
  return line;
}

// Returns a pattern in which each side has played all of its moves and no excluded move.
Pattern line_in_any_order(std::vector<Pattern> moves) {
  std::vector<Pattern> parts = {pattern_of(PlyIs{exactly(moves.size())})};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (is_any_move(moves[i])) continue;
    const bool is_negated = moves[i].kind == Pattern::Kind::Not;
    Pattern move = is_negated ? std::move(moves[i].parts.front()) : std::move(moves[i]);
    restrict_moves(move, {.movers = men_of(i % 2 == 0 ? Color::White : Color::Black)});
    Pattern played = joined(Pattern::Kind::Ever, {std::move(move)});
    parts.push_back(is_negated ? negated(std::move(played)) : std::move(played));
  }
  return joined(Pattern::Kind::All, std::move(parts));
}

}  // namespace

Pattern TermParser::pawns_term() {
  const bool is_part = tokens_.take("has");
  auto pawns = read_board(
      tokens_, parse_pawns,
      "pawns \"8/pp3ppp/4p3/8/3P4/8/PP3PPP/8\": the board as in a FEN, with pawns alone");
  if (!pawns) return {};
  pawns->is_exact = !is_part;
  return pattern_of(*pawns);
}

Pattern TermParser::board_term() {
  const auto board =
      read_board(tokens_, parse_board_pattern,
                 "board \"*/*/*/*/*/2N*/*/*\": as in a FEN; ? is anything, * the rest of a rank");
  return board ? pattern_of(*board) : Pattern();
}

Pattern TermParser::at_term() {
  if (tokens_.take("end")) return pattern_of(Feature::AtEnd);
  ++moves_;
  if (tokens_.next().kind == PatternToken::Kind::Quoted) {
    const PatternToken token = tokens_.take();
    if (token.text.find('/') != std::string_view::npos) {
      const auto position = parse_position(token.text);
      if (!position) return tokens_.fail(token, position.error()), Pattern();
      return pattern_of(Reached{position->board(), position->turn()});
    }
    PatternTokens moves(token.text);
    TermParser inner(moves);
    Pattern pattern = inner.at_term();
    if (moves.next().kind != PatternToken::Kind::End)
      moves.fail(moves.next(), "this is not a move");
    if (moves.fault()) {
      PatternError fault = *moves.fault();
      fault.offset += token.offset + 1;
      tokens_.fail(std::move(fault));
    }
    return pattern;
  }
  Position position;
  std::size_t played = 0;
  for (; tokens_.next().kind == PatternToken::Kind::Word; ++played) {
    const PatternToken token = tokens_.next();
    if (is_pattern_word(token.text)) break;
    const std::string_view word = without_number(token.text);
    const auto move = word.empty() ? std::nullopt : legal_move(word, position);
    if (!word.empty() && !move) {
      tokens_.fail(token, fmt::format("'{}' is not a legal move here", word),
                   "'at' is followed by moves from the initial position: at e4 e5 Nf3 Nc6");
      return {};
    }
    if (move) position.play(*move);
    tokens_.take();
  }
  if (played == 0)
    tokens_.fail(tokens_.next(), "moves are missing", "at e4 e5 Nf3 Nc6, or at \"FEN\"");
  return pattern_of(Reached{position.board(), position.turn()});
}

// Reads one move of a line: "Nf3", "Nf3|c3", "!Nf3", "*". Returns nothing for other text.
std::optional<Pattern> TermParser::line_move() {
  std::string_view word = without_number(tokens_.next().word());
  const bool is_negated = word.starts_with('!');
  if (is_negated) word.remove_prefix(1);
  if (word == "*" && !is_negated) return Pattern();
  auto move = parse_move_text(word);
  if (move && is_negated) return negated(*std::move(move));
  return move;
}

// Reads moves from the initial position, in the given order or in any order for each side.
Pattern TermParser::line_term() {
  ++moves_;
  std::vector<Pattern> moves;
  while (tokens_.next().kind == PatternToken::Kind::Word && !is_pattern_word(tokens_.next().text) &&
         !tokens_.next().is("in")) {
    const bool is_number = without_number(tokens_.next().text).empty();
    auto move = is_number ? Pattern() : line_move();
    if (!move) {
      tokens_.fail(tokens_.next(), fmt::format("'{}' is not a move", tokens_.next().text),
                   "line e4 c5 * Nf3|c3: * is any move, ! excludes moves");
      return {};
    }
    tokens_.take();
    if (!is_number) moves.push_back(*std::move(move));
  }
  if (moves.empty()) tokens_.fail(tokens_.next(), "moves are missing", "line e4 c5 * Nf3|c3");
  if (!tokens_.take("in")) return line_in_order(std::move(moves));
  if (!tokens_.take("any") || !tokens_.take("order"))
    tokens_.fail(tokens_.next(), "'in' must be followed by 'any order'", "line e4 c5 in any order");
  return line_in_any_order(std::move(moves));
}

std::optional<Pattern> TermParser::plain_move() {
  auto move = parse_move_text(tokens_.next().word());
  if (move) tokens_.take();
  return move;
}

bool TermParser::is_at_move() const {
  const std::string_view word = tokens_.next().word();
  return is_listed(word, "captures|takes|promotes|castles") || parse_move_text(word);
}

Pattern TermParser::move_term(std::optional<Color> color) {
  ++moves_;
  const PatternToken token = tokens_.next();
  const std::size_t begin = tokens_.place();
  MovePlayed details{.is_followed = take_that()};
  auto written = plain_move();
  read_move_details(details);
  if (tokens_.place() == begin && !tokens_.has_failed()) {
    const bool has_small_letter = token.kind == PatternToken::Kind::Word && !token.text.empty() &&
                                  parse_move_text(std::string(1, to_capital(token.text[0])) +
                                                  std::string(token.text.substr(1)));
    tokens_.fail(
        token, fmt::format("'{}' is not a move", token.text),
        has_small_letter
            ? "in moves, capital letters are pieces of both sides; add 'by black' for Black's"
            : "move Bxh7, move N, move captures, move N takes Q, move promotes N, move O-O");
  }
  if (color) details.movers &= men_of(*color);
  if (!written) return pattern_of(details);
  restrict_moves(*written, details);
  return *std::move(written);
}

void TermParser::read_move_details(MovePlayed& move) {
  while (!tokens_.has_failed()) {
    if (tokens_.take("by")) {
      const PatternToken token = tokens_.take();
      if (!token.is("white") && !token.is("black")) {
        tokens_.fail(token, "'by' must be followed by white or black", "move Bxh7 by white");
      }
      move.movers &= token.is("white") ? kWhiteMen : kBlackMen;
    } else if (tokens_.take("from")) {
      move.from &= squares();
    } else if (tokens_.take("to")) {
      move.to &= squares();
    } else if (tokens_.take("captures")) {
      move.captured = kAllMen;
    } else if (tokens_.take("takes")) {
      move.captured = roles();
      if (tokens_.take("on")) move.to &= squares();
    } else if (tokens_.take("promotes")) {
      const auto to = parse_roles(tokens_.next().word());
      if (to) tokens_.take();
      move.promotions = to ? roles_in(*to) : kAnyPromotion;
    } else if (tokens_.take("castles")) {
      move.movers &= men_of(Role::King);
      move.castling = tokens_.take("short")  ? MovePlayed::Castling::KingSide
                      : tokens_.take("long") ? MovePlayed::Castling::QueenSide
                                             : MovePlayed::Castling::Any;
    } else if (tokens_.next().is("en") && tokens_.at(1).is("passant")) {
      tokens_.take(), tokens_.take();
      move.is_en_passant = true;
    } else {
      return;
    }
  }
}

Men TermParser::roles() {
  const PatternToken token = tokens_.take();
  const auto men = parse_roles(token.word());
  if (!men)
    tokens_.fail(token, "a piece is missing",
                 "takes Q, takes N|B; capitals are pieces of both sides");
  return men.value_or(kAllMen);
}

}  // namespace arbiter
