#include "tools/cli/options/position_options.h"

#include <fmt/format.h>

#include "lib/base/text.h"
#include "lib/laws/illegality.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

// "3.", "12...", "3": no move.
bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view without_number(std::string_view word) {
  const std::size_t begin = word.find_first_not_of("0123456789.");
  const bool has_number = begin != std::string_view::npos && begin > 0 && word[begin - 1] == '.';
  return has_number ? word.substr(begin) : word;
}

std::string reason_against(std::string_view word, const Setup& first, const PlayedLine& line) {
  const auto san = parse_san(without_number(word));
  if (!san || san->kind() == San::Kind::Null) return "it is not a move";
  const Illegality illegality = explain(*san, {first, line.moves, line.position});
  if (illegality.article.empty()) return illegality.message;
  return fmt::format("{} ({})", illegality.message, illegality.article);
}

}  // namespace

void add_position(CommandLine& app, PositionOptions& options) {
  const OptionGroup group(app, kPositionGroup);
  add_text(app, "--fen FEN", options.fen,
           "A position, in quotes; castling and en passant rights count");
  add_text(app, "--moves MOVES", options.moves,
           "Moves that lead to the position, in quotes: 'e4 c5 Nf3'; they start from --fen if both "
           "are given");
  add_switch(app, "--ignore-rights", options.ignore_rights,
             "Ignore castling and en passant rights; compare only pieces and side to move");
}

Result<PlayedLine> play_moves(const Setup& first, std::string_view moves) {
  PlayedLine line{Position(first), {}, Position(first)};
  for (std::string_view rest = trim(moves); !rest.empty(); rest = trim(rest)) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
    rest.remove_prefix(word.size());
    if (is_number(word)) continue;
    const auto move = read_legal_move(without_number(word), line.position);
    if (!move) {
      return Error{fmt::format("{} cannot be played after {}: {}", word,
                               counted(line.moves.size(), "half-move"),
                               reason_against(word, first, line))};
    }
    line.position.play(*move);
    line.moves.push_back(*move);
  }
  return line;
}

Result<PlayedLine> play_moves(const Position& first, std::string_view moves) {
  return play_moves(first.setup(), moves);
}

Result<PlayedLine> read_line(const PositionOptions& options) {
  const auto first =
      options.fen.empty() ? Result<Position>(Position()) : parse_position(options.fen);
  if (!first) return Error{fmt::format("--fen: {}", first.error())};
  auto line = play_moves(*first, options.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  return line;
}

PositionQuery query_of(const PlayedLine& line, const PositionOptions& options) {
  return PositionQuery(line.position, options.ignore_rights ? Rights::Ignored : Rights::Exact);
}

Result<PositionQuery> read_position(const PositionOptions& options) {
  const auto line = read_line(options);
  if (!line) return Error{line.error()};
  return query_of(*line, options);
}

}  // namespace arbiter
