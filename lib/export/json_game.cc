#include "lib/export/json_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

#include "lib/base/text.h"
#include "lib/export/json_node.h"
#include "lib/notation/fen.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {
namespace {

// The number and the colour of a move.
struct Turn {
  std::uint32_t number = 1;
  Color color = Color::White;

  Turn next() const { return {number + (color == Color::Black ? 1 : 0), other(color)}; }
};

Turn first_turn(const JsonGame& game) {
  const auto fen = std::ranges::find(game.tags, to_string(KnownTag::Fen),
                                     [](const auto& tag) { return std::string_view(tag.first); });
  if (fen == game.tags.end()) return {};
  const auto parsed = parse_fen(fen->second);
  const auto* read = std::get_if<ParsedFen>(&parsed);
  if (read == nullptr) return {};
  return {std::max<std::uint32_t>(read->setup.fullmove_number, 1), read->setup.turn};
}

// How many there are of each kind, by the letters of kJsonOrder.
std::array<std::size_t, kJsonOrder.size()> counts_of(const JsonMove& move) {
  return {move.nags.size(), move.comments.size(), move.variations.size(), move.escapes.size(),
          move.words.size()};
}

std::string order_of(const JsonMove& move) {
  if (!move.order.empty()) return move.order;
  std::string order;
  const auto counts = counts_of(move);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    order.append(counts[kind], kJsonOrder[kind]);
  }
  return order;
}

class LineWriter {
 public:
  explicit LineWriter(ExportWriter& writer) : writer_(writer) {}

  // `turn` is that of the first move.
  void write(const JsonVariation& line, Turn turn) {
    write_all_after(line.beginning, turn);
    for (const JsonMove& move : line.moves) {
      writer_.move(move.san, turn.number, turn.color);
      write_all_after(move, turn);
      turn = turn.next();
    }
  }

 private:
  // `turn` is that of the move, which a variation replaces.
  void write_all_after(const JsonMove& move, Turn turn) {
    std::array<std::size_t, kJsonOrder.size()> next{};
    for (const char kind : order_of(move)) {
      write_one(move, kind, next[kJsonOrder.find(kind)]++, turn);
    }
  }

  void write_one(const JsonMove& move, char kind, std::size_t index, Turn turn) {
    switch (kind) {
      case 'N':
        return writer_.nag(move.nags[index]);
      case 'C':
        return writer_.comment(move.comments[index]);
      case 'E':
        return writer_.escape(without_controls(move.escapes[index]));
      case 'W':
        return writer_.word(move.words[index]);
      default:
        break;
    }
    writer_.start_variation();
    write(move.variations[index], turn);
    writer_.end_variation();
  }

  ExportWriter& writer_;
};

bool ends_a_game(std::string_view word) {
  std::string text(word);
  text.append(kTextPadding, '\0');
  CommentHorizon horizon;
  PgnGame tokens;
  const char* at = text.data();
  const MovetextLexer lexer({text.data(), word.size()}, horizon);
  return lexer.run(at, text.data(), tokens) == MovetextEnd::Result;
}

}  // namespace

std::string fault_of_word(std::string_view word) {
  if (word.empty()) return "it is empty";
  const auto parts = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view("{}()[];\"<>").find(c) != std::string_view::npos;
  };
  if (std::ranges::any_of(word, parts) || word.starts_with('%')) return "it is not one word";
  if (ends_a_game(word)) return "a result ends the game";
  return {};
}

std::string fault_of_tag_name(std::string_view name) {
  if (name.empty()) return "it is empty";
  // As the reader of PGN has it: names go up to a blank, a quotation mark or a bracket.
  const bool is_odd = std::ranges::any_of(
      name, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == ']'; });
  return is_odd ? "it is not the name of a tag" : "";
}

std::string fault_of_order(const JsonMove& move) {
  if (move.order.empty()) return {};
  const auto counts = counts_of(move);
  std::size_t all = 0;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const auto named = static_cast<std::size_t>(std::ranges::count(move.order, kJsonOrder[kind]));
    if (named != counts[kind]) return "it does not name what is there";
    all += named;
  }
  return all == move.order.size() ? "" : "it has other letters than N, C, V, E and W";
}

// A tag that certainly begins a game comes first.
void append_pgn(const JsonGame& game, std::string& pgn) {
  for (const std::string& line : game.between) {
    pgn.append(line.starts_with('%') ? "" : "% ").append(without_controls(line)) += '\n';
  }
  if (!game.between.empty()) {
    pgn += '\n';
    return;
  }
  ExportWriter writer(pgn);
  const auto is_event = [](const auto& tag) { return tag.first == "Event"; };
  if (std::ranges::none_of(game.tags, is_event)) writer.tag("Event", "?");
  for (const auto& tag : game.tags) {
    if (is_event(tag)) writer.tag(tag.first, without_controls(tag.second));
  }
  for (const auto& tag : game.tags) {
    if (!is_event(tag)) writer.tag(tag.first, without_controls(tag.second));
  }
  writer.end_tags();
  LineWriter(writer).write(game.main_line, first_turn(game));
  if (game.result.empty()) {
    writer.end_line();
    pgn += '\n';
  } else {
    writer.end_game(game.result);
  }
}

}  // namespace arbiter
