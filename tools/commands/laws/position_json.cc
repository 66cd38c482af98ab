// The report of `arbiter position` as JSON.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/laws/numbered_moves.h"
#include "lib/notation/san.h"
#include "tools/cli/output/json_line.h"
#include "tools/commands/laws/position_report.h"

namespace arbiter {
namespace {

constexpr Color kColors[] = {Color::White, Color::Black};

std::string_view key_of(Color color) { return color == Color::White ? "white" : "black"; }

std::string squares(Bitboard set) {
  std::vector<std::string> names;
  for (const Square square : set) names.push_back(to_string(square));
  return json_array(names);
}

template <class Moves>
std::string sans(const Moves& moves, const Position& position) {
  std::vector<std::string> names;
  for (const Move move : moves) names.push_back(san_of(move, position));
  return json_array(names);
}

std::string_view name_of_state(CastlingState state) {
  constexpr std::string_view names[] = {"legal", "lost", "not-in-place", "prevented"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name_of_state(EnPassantState state) {
  constexpr std::string_view names[] = {"legal", "no-double-step", "no-such-right", "nobody-beside",
                                        "not-legal"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name_of_verdict(Winnability verdict) {
  constexpr std::string_view names[] = {"yes", "no", "undetermined"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<std::string> name_of_square(std::optional<Square> square) {
  return square ? std::optional(to_string(*square)) : std::nullopt;
}

std::string json_of(const CastlingStatus& status) {
  JsonLine line;
  line.add("state", name_of_state(status.state));
  line.add("square", name_of_square(status.square));
  line.add("attacker", name_of_square(status.attacker));
  line.add_or_null("reason", status.reason);
  return std::string(line.object());
}

class View {
 public:
  explicit View(const PositionReport& report) : report_(report) {}

  std::string object(std::optional<std::uint64_t> number) {
    if (number) line_.add("input_line", *number);
    line_.add("fen", report_.now ? fen_of(*report_.now) : fen_of(report_.first.setup));
    line_.add("playable", report_.now.has_value());
    line_.add("turn", key_of(report_.now ? report_.now->turn() : report_.first.setup.turn));
    if (report_.now) {
      add_moves();
      add_rights();
      add_material(facts().material[0], facts().material[1]);
      add_end();
    } else {
      const Board& board = report_.first.setup.board;
      add_material(material_of(board, Color::White), material_of(board, Color::Black));
    }
    add_origin();
    return std::string(line_.finish());
  }

 private:
  const Position& now() const { return *report_.now; }
  const PositionFacts& facts() const { return *report_.facts; }

  void add_moves() {
    line_.add("legal_moves", static_cast<std::uint64_t>(count_legal_moves(now())));
    JsonLine moves;
    for (const MenMoves& man : facts().moves) {
      moves.add_written(to_string(man.from), sans(man.moves, now()));
    }
    line_.add_written("moves", moves.object());
    JsonLine check;
    check.add_written("by", squares(now().checkers()));
    if (facts().check) {
      check.add_written("king_moves", sans(facts().check->king_moves, now()));
      check.add_written("blocks", sans(facts().check->blocks, now()));
      check.add_written("captures", sans(facts().check->captures, now()));
    }
    line_.add_written("check", facts().check ? check.object() : "null");
    std::vector<std::string> pins;
    for (const Color color : kColors) {
      for (const Pin& pin : facts().pins[static_cast<std::size_t>(color)]) {
        JsonLine object;
        object.add("color", key_of(color)).add("man", to_string(pin.man));
        object.add("by", to_string(pin.pinner)).add("king", to_string(pin.king));
        pins.emplace_back(object.object());
      }
    }
    line_.add_written("pins", json_array_of_written(pins));
    add_attacks();
  }

  void add_attacks() {
    std::vector<std::string> attacked;
    for (const Color color : kColors) {
      for (const AttackedMan& one : facts().attacked[static_cast<std::size_t>(color)]) {
        JsonLine object;
        object.add("color", key_of(color)).add("man", to_string(one.man));
        object.add_written("by", squares(one.by));
        attacked.emplace_back(object.object());
      }
    }
    line_.add_written("attacked", json_array_of_written(attacked));
    const auto& captures = facts().captures_of_other;
    line_.add_written("captures_of_other",
                      captures ? sans(captures->moves, captures->position) : "null");
  }

  void add_rights() {
    JsonLine castling;
    for (const Color color : kColors) {
      JsonLine sides;
      sides.add_written("O-O", json_of(facts().castling_of(color, CastlingSide::King)));
      sides.add_written("O-O-O", json_of(facts().castling_of(color, CastlingSide::Queen)));
      castling.add_written(key_of(color), sides.object());
    }
    line_.add_written("castling", castling.object());
    const EnPassantStatus& status = facts().en_passant;
    JsonLine en_passant;
    en_passant.add("state", name_of_state(status.state));
    en_passant.add("square", name_of_square(status.square));
    en_passant.add_written("captures", sans(status.captures, now()));
    en_passant.add("reason", status.reason);
    line_.add_written("en_passant", en_passant.object());
  }

  void add_material(const MaterialCount& white, const MaterialCount& black) {
    JsonLine material;
    material.add("white", static_cast<unsigned>(white.value()));
    material.add("black", static_cast<unsigned>(black.value()));
    material.add_written("difference", fmt::format("{}", white.value() - black.value()));
    line_.add_written("material", material.object());
  }

  void add_end() {
    const Standing& standing = facts().standing;
    JsonLine end;
    if (standing.end) {
      end.add("reason", to_string(standing.end->reason));
      end.add("article", article_of(standing.end->reason));
      end.add("result", to_string(standing.end->outcome)).add("ply", standing.end->ply);
    }
    line_.add_written("end", standing.end ? end.object() : "null");
    JsonLine can_win;
    for (const Color color : kColors) {
      const WinnabilityAnswer& answer = facts().chances.of(color);
      JsonLine object;
      object.add("verdict", name_of_verdict(answer.verdict)).add("proof", to_string(answer.proof));
      object.add("line", numbered_line(now(), answer.line));
      object.add("positions", answer.positions);
      can_win.add_written(key_of(color), object.object());
    }
    line_.add_written("can_win", can_win.object());
    JsonLine claims;
    claims.add("occurrences", static_cast<std::uint64_t>(standing.occurrences.size()));
    claims.add_written("moves_to_threefold", sans(standing.moves_to_threefold, now()));
    claims.add("halfmove_clock", now().halfmove_clock());
    claims.add_written("moves_to_fifty", sans(standing.moves_to_fifty, now()));
    line_.add_written("claims", claims.object());
  }

  void add_origin() {
    JsonLine origin;
    origin.add("start", report_.start == StartArray::Usual ? "usual" : "chess960");
    origin.add("impossible", !report_.flaws.empty());
    std::vector<std::string> flaws;
    for (const OriginFlaw& flaw : report_.flaws) {
      JsonLine object;
      object.add("id", to_string(flaw.fault)).add("article", article_of(flaw.fault));
      object.add("proof", flaw.proof);
      flaws.emplace_back(object.object());
    }
    origin.add_written("flaws", json_array_of_written(flaws));
    line_.add_written("origin", origin.object());
    std::vector<std::string> notes;
    for (const CountFlaw& flaw : report_.counts) notes.push_back(flaw.text);
    for (const FenOddity& oddity : report_.first.oddities) notes.push_back(oddity.message);
    line_.add_written("notes", json_array(notes));
  }

  const PositionReport& report_;
  JsonLine line_;
};

}  // namespace

std::string json_of(const PositionReport& report, std::optional<std::uint64_t> number) {
  return View(report).object(number);
}

}  // namespace arbiter
