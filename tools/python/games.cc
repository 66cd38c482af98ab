// Games, their moves and findings, for Python.
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <type_traits>

#include "lib/os/process.h"
#include "tools/python/bindings.h"

namespace arbiter::python {
namespace {

// Names indexed by api::Severity. A fatal finding is an error, as in the program's output.
// arbiter/_error.py has the same names as an ordered type.
constexpr const char* kSeverities[] = {"style", "note", "warning", "error", "error"};

std::optional<api::Severity> severity_named(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  for (std::size_t i = 0; i < std::size(kSeverities); ++i) {
    if (*name == kSeverities[i]) return static_cast<api::Severity>(i);
  }
  throw py::value_error("unknown severity '" + *name +
                        "' (expected style, note, warning or error)");
}

py::object object_of(api::Severity severity) {
  // Never destroyed, because the interpreter ends before static objects are destroyed.
  static const auto& severities = *[] {
    auto* all = new std::vector<py::object>;
    const py::object type = py::module_::import("arbiter._error").attr("Severity");
    for (const char* name : kSeverities) all->push_back(type(name));
    return all;
  }();
  return severities[static_cast<std::size_t>(severity)];
}

struct Line {
  std::vector<std::string> before;  // comments before the first move
  std::vector<api::Move> moves;
};

// A move in a line. It keeps the line alive.
struct MoveInLine {
  std::shared_ptr<const Line> line;
  const api::Move* node;
};

py::list list_of(const std::shared_ptr<const Line>& line, const std::vector<api::Move>& moves) {
  py::list list(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) list[i] = MoveInLine{line, &moves[i]};
  return list;
}

class ReadGame {
 public:
  explicit ReadGame(api::Game game) : game_(std::move(game)) {}

  const api::Game& game() const { return game_; }

  // Reads the line at the first call. Precondition: the caller holds the GIL.
  std::shared_ptr<const Line> line() {
    if (!line_) {
      auto line = std::make_shared<Line>();
      {
        const py::gil_scoped_release release;
        line->moves = game_.line(&line->before);
      }
      line_ = std::move(line);
    }
    return line_;
  }

  // Returns one value for each half-move.
  template <class Value>
  py::array_t<float> values(Value value) {
    const std::shared_ptr<const Line> read = line();
    std::vector<float> values(game_.codes.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < values.size() && i < read->moves.size(); ++i) {
      values[i] = value(read->moves[i], values[i]);
    }
    return array_of(std::move(values));
  }

 private:
  api::Game game_;
  std::shared_ptr<const Line> line_;
};

class GameIterator;

// A list of the iterators that have a thread. At exit these threads must end before the tables that
// they use.
class OpenIterators {
 public:
  static OpenIterators& all() {
    // Never destroyed, because threads may outlive main().
    static auto* iterators = new OpenIterators;
    return *iterators;
  }
  void add(GameIterator* iterator) {
    const std::lock_guard lock(mutex_);
    open_.insert(iterator);
  }
  void remove(GameIterator* iterator) {
    const std::lock_guard lock(mutex_);
    open_.erase(iterator);
  }
  void close();

 private:
  std::mutex mutex_;
  std::set<GameIterator*> open_;
};

class GameIterator {
 public:
  explicit GameIterator(api::Games games) : games_(std::move(games)) {
    OpenIterators::all().add(this);
  }
  GameIterator(const GameIterator&) = delete;
  GameIterator& operator=(const GameIterator&) = delete;
  ~GameIterator() {
    // The reading thread may wait for a pipe to which another Python thread writes.
    const py::gil_scoped_release release;
    OpenIterators::all().remove(this);
    // A forked process does not contain the reading thread, and cannot join it.
    if (!is_own_process() && games_) static_cast<void>(new api::Games(std::move(*games_)));
    games_.reset();
  }

  // Returns the next game. Called without the GIL, by several threads.
  std::optional<api::Game> next() {
    if (!is_own_process()) {
      throw api::Error("the file was opened before this process was forked; open it again");
    }
    const std::lock_guard lock(mutex_);
    api::Game game;
    if (!games_ || !games_->next(game)) return std::nullopt;
    return game;
  }
  std::vector<api::Finding> file_findings() {
    if (!is_own_process()) return {};
    const std::lock_guard lock(mutex_);
    return games_ ? games_->file_findings() : std::vector<api::Finding>();
  }
  void close() {
    if (!is_own_process()) return;
    const std::lock_guard lock(mutex_);
    games_.reset();
  }

 private:
  bool is_own_process() const { return process_id() == process_; }

  std::mutex mutex_;
  std::optional<api::Games> games_;
  long process_ = process_id();
};

void OpenIterators::close() {
  const std::lock_guard lock(mutex_);
  for (GameIterator* iterator : open_) iterator->close();
}

void bind_findings(py::module_& module) {
  py::class_<api::Finding> finding(module, "Finding", "Something wrong in a game or file.");
  add_text(finding, "id", &api::Finding::id, "The id, which is stable, such as 'unreachable'.");
  add_text(finding, "message", &api::Finding::message, "One sentence, lower case.");
  add_text(finding, "help", &api::Finding::help, "A suggestion, or ''.");
  add_text(finding, "reference", &api::Finding::reference, "'Laws 3.9.2', 'PGN 8.2.3', or ''.");
  add_text(finding, "file", &api::Finding::file, "'games.pgn', 'games.zip:round1.pgn'.");
  add_text(finding, "san", &api::Finding::san, "The move as written, or ''.");
  add_text(finding, "fen", &api::Finding::fen, "The position before the move, or ''.");
  finding
      .def_property_readonly(
          "severity", [](const api::Finding& self) { return object_of(self.severity); },
          "A Severity: 'style' < 'note' < 'warning' < 'error'.")
      .def_readonly("line", &api::Finding::line, "The line in the file, from 1.")
      .def_readonly("column", &api::Finding::column, "The column in code points, from 1.")
      .def_readonly("offset", &api::Finding::offset,
                    "The place in the decompressed file, in bytes.")
      .def_readonly("length", &api::Finding::length, "The length of the marked text, in bytes.")
      .def_readonly("game", &api::Finding::game, "The number in the file, from 1; 0: the file.")
      .def_readonly("ply", &api::Finding::ply, "The half-move, from 1, or None.")
      .def("__repr__",
           [](const api::Finding& self) {
             return str_of("<Finding " + self.file + ":" + std::to_string(self.line) + ":" +
                           std::to_string(self.column) + " " + self.id + ">");
           })
      .def(
          "__eq__", [](const api::Finding& a, const api::Finding& b) { return a == b; },
          py::is_operator())
      .def("__hash__", [](const api::Finding& self) {
        return py::hash(py::make_tuple(self.id, self.line, self.column, self.offset));
      });
  using F = api::Finding;
  add_state(finding, &F::id, &F::severity, &F::message, &F::help, &F::reference, &F::file, &F::line,
            &F::column, &F::offset, &F::length, &F::game, &F::ply, &F::san, &F::fen);
}

// Return the pickled state of a move with its variations, and the move.
py::tuple state_of(const api::Move& move) {
  py::list lines;
  for (const auto& variation : move.variations) {
    py::list line;
    for (const api::Move& next : variation) line.append(state_of(next));
    lines.append(line);
  }
  py::list comments;
  for (const std::string& comment : move.comments) comments.append(py::bytes(comment));
  return py::make_tuple(packed(move.san), packed(move.uci), move.code, move.nags, comments,
                        move.clock, move.elapsed, move.evaluation, move.mate, lines);
}

api::Move move_of(const py::tuple& state) {
  api::Move move;
  std::size_t i = 0;
  const auto set = [&](auto& member) {
    member = state[i++].cast<std::decay_t<decltype(member)>>();
  };
  set(move.san), set(move.uci), set(move.code), set(move.nags), set(move.comments), set(move.clock);
  set(move.elapsed), set(move.evaluation), set(move.mate);
  for (const py::handle line : state[i].cast<py::list>()) {
    std::vector<api::Move>& variation = move.variations.emplace_back();
    for (const py::handle next : line) variation.push_back(move_of(next.cast<py::tuple>()));
  }
  return move;
}

void bind_moves(py::module_& module) {
  py::class_<MoveInLine>(module, "Move", "A move of a game with its annotations.")
      .def_property_readonly(
          "san", [](const MoveInLine& self) { return str_of(self.node->san); },
          "In SAN; '--' for a null move.")
      .def_property_readonly(
          "uci", [](const MoveInLine& self) { return str_of(self.node->uci); },
          "In UCI; '0000' for a null move.")
      .def_property_readonly(
          "code", [](const MoveInLine& self) { return self.node->code; }, "See Game.codes.")
      .def_property_readonly(
          "nags", [](const MoveInLine& self) { return self.node->nags; },
          "Numeric annotation glyphs: [1] for '!'.")
      .def_property_readonly(
          "comments", [](const MoveInLine& self) { return python::list_of(self.node->comments); },
          "The comments after the move, as written.")
      .def_property_readonly(
          "clock", [](const MoveInLine& self) { return self.node->clock; },
          "Seconds left after the move ([%clk]), or None.")
      .def_property_readonly(
          "elapsed", [](const MoveInLine& self) { return self.node->elapsed; },
          "Seconds used for the move ([%emt]), or None.")
      .def_property_readonly(
          "evaluation", [](const MoveInLine& self) { return self.node->evaluation; },
          "The evaluation in pawns, positive if White is better ([%eval]), or None.")
      .def_property_readonly(
          "mate", [](const MoveInLine& self) { return self.node->mate; },
          "Moves to mate, negative if Black mates ([%eval]), or None.")
      .def_property_readonly(
          "variations",
          [](const MoveInLine& self) {
            py::list lines;
            for (const auto& line : self.node->variations) lines.append(list_of(self.line, line));
            return lines;
          },
          "Alternatives to this move: a list of lists of Move.")
      .def("__repr__",
           [](const MoveInLine& self) { return str_of("<Move " + self.node->san + ">"); })
      .def(py::pickle([](const MoveInLine& self) { return state_of(*self.node); },
                      [](const py::tuple& state) {
                        auto line = std::make_shared<Line>();
                        line->moves.push_back(move_of(state));
                        return MoveInLine{line, line->moves.data()};
                      }));
}

py::dict tags_of(const ReadGame& self) {
  py::dict tags;
  for (const auto& [name, value] : self.game().tags) {
    if (PyDict_SetDefault(tags.ptr(), shared_str_of(name).ptr(), str_of(value).ptr()) == nullptr) {
      throw py::error_already_set();
    }
  }
  return tags;
}

float clock_of(const api::Move& move, float unknown) {
  return move.clock ? static_cast<float>(*move.clock) : unknown;
}

float evaluation_of(const api::Move& move, float unknown) {
  if (move.evaluation) return static_cast<float>(*move.evaluation);
  if (!move.mate) return unknown;
  return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(*move.mate));
}

void bind_game(py::module_& module) {
  py::class_<ReadGame>(module, "Game", "A game as read, with the legal moves of its main line.")
      .def_property_readonly(
          "file", [](const ReadGame& self) { return str_of(self.game().file); },
          "'games.pgn', or 'games.zip:round1.pgn' in an archive.")
      .def_property_readonly(
          "number", [](const ReadGame& self) { return self.game().number; },
          "The number in the file or archive, from 1.")
      .def_property_readonly(
          "offset", [](const ReadGame& self) { return self.game().offset; },
          "The place in the decompressed file, in bytes.")
      .def_property_readonly("tags", tags_of, "The tags as a dict; of a repeated tag the first.")
      .def_property_readonly(
          "san", [](const ReadGame& self) { return list_of_moves(self.game().san()); },
          "The main line in SAN, as far as it is legal: list of str.")
      .def_property_readonly(
          "uci", [](const ReadGame& self) { return list_of_moves(self.game().uci()); },
          "The moves of the main line in UCI: list of str.")
      .def_property_readonly(
          "codes", [](const ReadGame& self) { return array_of(self.game().codes); },
          "The moves of the main line as uint16 codes, shape (plies,):\n"
          "from | to << 6 | kind << 12 |\n"
          "(promotion - 1) << 14. Squares are 0 (a1) to 63 (h8). Kinds are 0 normal,\n"
          "1 promotion, 2 en passant, 3 castling (to the square of the rook). Promotions\n"
          "are 1 knight, 2 bishop, 3 rook, 4 queen.")
      .def_property_readonly(
          "clocks", [](ReadGame& self) { return self.values(clock_of); },
          "Seconds left after each move, float32, shape (plies,); NaN: unknown.")
      .def_property_readonly(
          "evaluations", [](ReadGame& self) { return self.values(evaluation_of); },
          "Evaluations after each move in pawns, positive if White is better, "
          "float32, shape (plies,);\n"
          "infinite: mate; NaN: unknown.")
      .def_property_readonly(
          "comments", [](ReadGame& self) { return python::list_of(self.line()->before); },
          "The comments before the first move. Those after moves are in line().")
      .def(
          "line",
          [](ReadGame& self) {
            const std::shared_ptr<const Line> line = self.line();
            return list_of(line, line->moves);
          },
          "line() -> list of Move\n\nReturns the main line with comments, clocks, evaluations and "
          "variations.")
      .def_property_readonly(
          "start", [](const ReadGame& self) { return str_of(self.game().start); },
          "The FEN of the initial position; '': the standard one.")
      .def_property_readonly(
          "result", [](const ReadGame& self) { return str_of(self.game().result); },
          "'1-0', '0-1', '1/2-1/2' or '*'.")
      .def_property_readonly(
          "end", [](const ReadGame& self) { return str_of(self.game().end); },
          "On the board: 'checkmate', 'stalemate', ...; '': not over.")
      .def_property_readonly(
          "is_complete", [](const ReadGame& self) { return self.game().is_complete; },
          "Whether every move of the main line is legal.")
      .def_property_readonly(
          "findings", [](const ReadGame& self) { return self.game().findings; },
          "A list of Finding.")
      .def_property_readonly(
          "text", [](const ReadGame& self) { return py::bytes(self.game().text); },
          "The bytes of the game.")
      .def("__len__", [](const ReadGame& self) { return self.game().codes.size(); })
      .def("__repr__",
           [](const ReadGame& self) {
             const api::Game& game = self.game();
             return str_of("<Game " + std::to_string(game.number) + ": " +
                           std::string(game.tag("White")) + " - " + std::string(game.tag("Black")) +
                           " " + game.result + ">");
           })
      .def(py::pickle(
          [](const ReadGame& self) {
            const api::Game& game = self.game();
            const std::string_view codes(reinterpret_cast<const char*>(game.codes.data()),
                                         game.codes.size() * sizeof(std::uint16_t));
            return py::make_tuple(packed(game.file), game.number, game.offset, game.tags,
                                  py::bytes(codes.data(), codes.size()), packed(game.start),
                                  packed(game.result), packed(game.end), game.is_complete,
                                  game.findings, packed(game.text));
          },
          [](const py::tuple& state) {
            api::Game game;
            std::string codes;
            std::size_t i = 0;
            const auto set = [&](auto& member) {
              member = state[i++].cast<std::decay_t<decltype(member)>>();
            };
            set(game.file), set(game.number), set(game.offset), set(game.tags), set(codes);
            set(game.start), set(game.result), set(game.end), set(game.is_complete);
            set(game.findings), set(game.text);
            game.codes.resize(codes.size() / sizeof(std::uint16_t));
            codes.copy(reinterpret_cast<char*>(game.codes.data()), codes.size());
            return ReadGame(std::move(game));
          }));
}

}  // namespace

py::object iterator_over(api::Games games) {
  return py::cast(std::make_unique<GameIterator>(std::move(games)));
}

void bind_games(py::module_& module) {
  bind_findings(module);
  bind_moves(module);
  bind_game(module);
  py::class_<GameIterator>(module, "Games",
                           "An iterator over games. A thread reads the next games in advance.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__",
           [](GameIterator& self) {
             auto game = without_gil([&] { return self.next(); });
             if (!game) throw py::stop_iteration();
             return ReadGame(*std::move(game));
           })
      .def_property_readonly(
          "file_findings",
          [](GameIterator& self) { return without_gil([&] { return self.file_findings(); }); },
          "The findings outside of games so far: a list of Finding.")
      .def(
          "close", [](GameIterator& self) { without_gil([&] { self.close(); }); },
          "close()\n\nEnds reading.")
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__",
           [](GameIterator& self, const py::args&) { without_gil([&] { self.close(); }); });
  module.def("read", [](const api::Source& source, bool findings, bool text,
                        const std::optional<std::string>& raise_at) {
    return iterator_over(api::read(
        source, {.findings = findings, .text = text, .raise_at = severity_named(raise_at)}));
  });
  module.def("close_all", [] { without_gil([] { OpenIterators::all().close(); }); });
}

}  // namespace arbiter::python
