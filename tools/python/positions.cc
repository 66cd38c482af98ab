// Positions and the Laws of Chess, for Python.
#include <functional>
#include <optional>

#include "tools/python/bindings.h"

namespace arbiter::python {
namespace {

api::Color color_of(const std::string& name) {
  if (name == "white") return api::Color::White;
  if (name == "black") return api::Color::Black;
  throw py::value_error("unknown colour '" + name + "' (expected white or black)");
}

void bind_answers(py::module_& module) {
  py::class_<api::LegalMove> move(module, "LegalMove", "A legal move of a position.");
  add_text(move, "san", &api::LegalMove::san, "In SAN.");
  add_text(move, "uci", &api::LegalMove::uci, "In UCI.");
  move.def_readonly("code", &api::LegalMove::code, "See Game.codes.")
      .def("__repr__",
           [](const api::LegalMove& self) { return str_of("<LegalMove " + self.san + ">"); })
      .def(
          "__eq__",
          [](const api::LegalMove& self, const std::string& text) {
            return self.san == text || self.uci == text;
          },
          py::is_operator())
      .def(
          "__eq__", [](const api::LegalMove& a, const api::LegalMove& b) { return a == b; },
          py::is_operator())
      .def("__hash__", [](const api::LegalMove& self) { return py::hash(str_of(self.san)); });
  add_state(move, &api::LegalMove::san, &api::LegalMove::uci, &api::LegalMove::code);

  py::class_<api::Ruling> ruling(module, "Ruling",
                                 "The meaning of a written move; true if it is legal.");
  add_text(ruling, "reason", &api::Ruling::reason, "Why the move is illegal, or ''.");
  add_text(ruling, "article", &api::Ruling::article, "'Laws 3.9.2', or ''.");
  add_text(ruling, "help", &api::Ruling::help, "Legal moves that may be meant, or ''.");
  ruling.def_readonly("move", &api::Ruling::move, "The LegalMove, or None.")
      .def("__bool__", [](const api::Ruling& self) { return self.move.has_value(); })
      .def("__repr__", [](const api::Ruling& self) {
        return str_of("<Ruling " + (self.move ? "legal: " + self.move->san : self.reason) + ">");
      });
  add_state(ruling, &api::Ruling::move, &api::Ruling::reason, &api::Ruling::article,
            &api::Ruling::help);

  py::class_<api::Status> status(module, "Status",
                                 "The state of the game in a position (Laws 5, 9).");
  add_text(status, "end", &api::Status::end, "'checkmate', 'stalemate', ...; '': not over.");
  add_text(status, "article", &api::Status::article, "'Laws 5.1.1', or ''.");
  add_text(status, "result", &api::Status::result, "'1-0', '0-1', '1/2-1/2' or '*'.");
  status
      .def_readonly("occurrences", &api::Status::occurrences,
                    "How often the position has occurred.")
      .def_readonly("halfmove_clock", &api::Status::halfmove_clock,
                    "Half-moves without a capture or a pawn move.")
      .def_readonly("is_threefold", &api::Status::is_threefold,
                    "Whether the player to move can claim a draw (Laws 9.2.2).")
      .def_readonly("is_fifty_moves", &api::Status::is_fifty_moves,
                    "Whether the player to move can claim a draw (Laws 9.3.2).")
      .def_readonly("moves_to_threefold", &api::Status::moves_to_threefold,
                    "Moves in SAN to write down for a claim (Laws 9.2.1).")
      .def_readonly("moves_to_fifty", &api::Status::moves_to_fifty,
                    "Moves in SAN to write down for a claim (Laws 9.3.1).")
      .def("__repr__", [](const api::Status& self) {
        return str_of("<Status " + (self.end.empty() ? "not over" : self.end) + ">");
      });
  using S = api::Status;
  add_state(status, &S::end, &S::article, &S::result, &S::occurrences, &S::halfmove_clock,
            &S::is_threefold, &S::is_fifty_moves, &S::moves_to_threefold, &S::moves_to_fifty);

  py::class_<api::Winnable> mate(module, "Winnable", "Whether a player can still mate.");
  add_text(mate, "proof", &api::Winnable::proof, "How the answer was found.");
  mate.def_readonly("answer", &api::Winnable::answer, "True, False, or None: not decided.")
      .def_readonly("line", &api::Winnable::line, "If True: legal moves to a mate, in SAN.");
  add_state(mate, &api::Winnable::answer, &api::Winnable::proof, &api::Winnable::line);
}

}  // namespace

void bind_positions(py::module_& module) {
  bind_answers(module);
  py::class_<api::Position>(
      module, "Position",
      "Position(fen=None, moves=())\n\nA position, and the moves that led to it. Raises Error if\n"
      "the FEN is invalid or a move is illegal.")
      .def(py::init(
               [](const std::optional<std::string>& fen, const std::vector<std::string>& moves) {
                 api::Position position = fen ? api::Position(*fen) : api::Position();
                 for (const std::string& move : moves) position = position.after(move);
                 return position;
               }),
           py::arg("fen") = py::none(), py::arg("moves") = py::tuple())
      .def_property_readonly("fen", &api::Position::fen, "The FEN (PGN 16.1).")
      .def_property_readonly("start", &api::Position::start,
                             "The FEN before the moves; '': the initial position.")
      .def_property_readonly("uci", &api::Position::uci, "The moves in UCI: list of str.")
      .def("svg", &api::Position::svg, py::arg("pixels") = 360,
           "svg(pixels=360) -> str\n\nReturns an SVG image of the board, with its last move.")
      .def("_repr_svg_", [](const api::Position& self) { return self.svg(); })
      .def(py::pickle(
          [](const api::Position& self) { return py::make_tuple(self.start(), self.uci()); },
          [](const py::tuple& state) {
            const auto start = state[0].cast<std::string>();
            api::Position position = start.empty() ? api::Position() : api::Position(start);
            for (const py::handle move : state[1].cast<py::list>()) {
              position = position.after(move.cast<std::string>());
            }
            return position;
          }))
      .def_property_readonly("key", &api::Position::key,
                             "A 64-bit number, equal for equal positions (Laws 9.2.3).")
      .def_property_readonly(
          "turn",
          [](const api::Position& self) {
            return self.turn() == api::Color::White ? "white" : "black";
          },
          "'white' or 'black'.")
      .def_property_readonly("is_check", &api::Position::is_check,
                             "Whether the king of the player to move is attacked.")
      .def_property_readonly("end", &api::Position::end,
                             "'checkmate', 'stalemate', 'dead position' or ''.")
      .def_property_readonly(
          "legal_moves", &api::Position::legal_moves,
          "A list of LegalMove. 'e4' in it, or 'e2e4', is True if the move is legal.")
      .def("rule_on", &api::Position::rule_on, py::arg("move"),
           "rule_on(move) -> Ruling\n\nReads a move in SAN, UCI or a common misspelling. Returns\n"
           "whether it is legal, otherwise why not.")
      .def("after", &api::Position::after, py::arg("move"),
           "after(move) -> Position\n\nReturns the position after a move. Raises Error with the\n"
           "reason if it is illegal.")
      .def(
          "status",
          [](const api::Position& self) { return without_gil([&] { return self.status(); }); },
          "status() -> Status\n\nReturns whether the game is over, and the draws that can be\n"
          "claimed.")
      .def(
          "winnable",
          [](const api::Position& self, const std::string& color) {
            const api::Color side = color_of(color);
            return without_gil([&] { return self.winnable(side); });
          },
          py::arg("color"),
          "winnable(color) -> Winnable\n\nReturns whether 'white' or 'black' can still mate by "
          "any\n"
          "series of legal moves (Laws 5.2.2, 6.9).")
      .def(
          "__eq__", [](const api::Position& a, const api::Position& b) { return a == b; },
          py::is_operator())
      .def("__hash__",
           [](const api::Position& self) { return std::hash<std::string>()(self.fen()); })
      .def("__repr__",
           [](const api::Position& self) { return str_of("<Position " + self.fen() + ">"); });
}

}  // namespace arbiter::python
