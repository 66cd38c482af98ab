// The Python module arbiter._arbiter, which wraps the library in tools/library.
#include <exception>
#include <functional>
#include <unordered_map>

#include "tools/python/bindings.h"

namespace arbiter::python {
namespace {

// Raises arbiter.Error with its position.
void raise(const api::Error& error) {
  const auto number = [](std::uint64_t value) -> py::object {
    return value == 0 ? py::object(py::none()) : py::int_(value);
  };
  const api::Place& place = error.place();
  const py::object file = place.file.empty() ? py::object(py::none()) : str_of(place.file);
  const py::object raised = py::module_::import("arbiter._error")
                                .attr("error_of")(str_of(error.what()), file, number(place.line),
                                                  number(place.column), error.system_error());
  PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
}

void bind_whole_sources(py::module_& module) {
  const auto source_of_bytes = [](const py::bytes& bytes) {
    const std::string_view view = bytes;
    const py::gil_scoped_release release;
    return api::Source::bytes(view);
  };
  py::class_<api::Source>(
      module, "Source",
      "Games to read, from a path, bytes or text. Functions that read games accept it.")
      .def_static(
          "file",
          [](const py::object& path) {
            PyObject* encoded = nullptr;
            if (PyUnicode_FSConverter(path.ptr(), &encoded) == 0) throw py::error_already_set();
            return api::Source(std::string(py::reinterpret_steal<py::bytes>(encoded)));
          },
          "file(path) -> Source\n\nA file, a folder with game files, or '-' for standard input.")
      .def_static("bytes", source_of_bytes, "bytes(data) -> Source\n\nBytes of any compression.")
      .def_static(
          "text",
          [source_of_bytes](const py::str& text) {
            return source_of_bytes(text.attr("encode")("utf-8", "surrogateescape"));
          },
          "text(pgn) -> Source\n\nPGN text.")
      .def_static("all", &api::Source::all,
                  "all(sources) -> Source\n\nAll these sources, one after another.");
  module.def("validate", [](const api::Source& source, const std::vector<std::string>& select,
                            const std::vector<std::string>& ignore, const std::string& rules,
                            unsigned threads) {
    return without_gil([&] {
      return api::validate(
          source, {.select = select, .ignore = ignore, .rules = rules, .work = work_on(threads)});
    });
  });
  module.def("fmt", [](const api::Source& source, unsigned threads) {
    return str_of(without_gil([&] { return api::fmt(source, work_on(threads)); }));
  });
  py::class_<api::Repair> repair(module, "Repair", "The likeliest repair of a game.");
  add_text(repair, "kind", &api::Repair::kind, "'replace', 'insert', 'remove', ...");
  add_text(repair, "written", &api::Repair::written, "The move as written.");
  add_text(repair, "san", &api::Repair::san, "The move of the repair, or ''.");
  add_text(repair, "reason", &api::Repair::reason, "The difference: 'another piece', ...");
  repair.def_readonly("game", &api::Repair::game, "The number in the file, from 1.")
      .def_readonly("line", &api::Repair::line, "The line of the move, from 1.")
      .def_readonly("column", &api::Repair::column, "The column in code points, from 1.")
      .def_readonly("ply", &api::Repair::ply, "The half-move, from 1.")
      .def_readonly("share", &api::Repair::share,
                    "The probability that the repair is right, 0 to 1; None: incomplete.")
      .def_readonly("is_applied", &api::Repair::is_applied, "Whether it was applied to the result.")
      .def("__repr__", [](const api::Repair& self) {
        return str_of("<Repair of game " + std::to_string(self.game) + ": " + self.kind + " " +
                      self.written + " " + self.san + ">");
      });
  using R = api::Repair;
  add_state(repair, &R::game, &R::line, &R::column, &R::ply, &R::kind, &R::written, &R::san,
            &R::reason, &R::share, &R::is_applied);
  py::class_<api::Repaired> repaired(module, "Repaired", "Games with their repairs.");
  repaired
      .def_property_readonly(
          "pgn", [](const api::Repaired& self) { return py::bytes(self.pgn); },
          "The games as bytes. All bytes outside of repairs are those of the source; HTML and "
          "text that is not UTF-8 are converted.")
      .def_readonly("repairs", &api::Repaired::repairs,
                    "The likeliest repair of each game that has one, applied or not.")
      .def_readonly("games", &api::Repaired::games, "The number of games.")
      .def_readonly("changed", &api::Repaired::changed, "The number of changed games.");
  add_state(repaired, &api::Repaired::pgn, &api::Repaired::repairs, &api::Repaired::games,
            &api::Repaired::changed);
  module.def("repair", [](const api::Source& source, double min_share, unsigned threads) {
    return without_gil([&] { return api::repair(source, min_share, work_on(threads)); });
  });
  module.def("version", [] { return str_of(api::version()); });
}

}  // namespace

py::str shared_str_of(std::string_view utf8) {
  constexpr std::size_t kMaxKept = 8192;
  constexpr std::size_t kMaxBytes = 15;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  // Never destroyed, because the interpreter ends before static objects are destroyed.
  static auto& kept = *new std::unordered_map<std::string, py::str, Hash, std::equal_to<>>;
  if (const auto found = kept.find(utf8); found != kept.end()) return found->second;
  py::str text = str_of(utf8);
  if (kept.size() < kMaxKept && utf8.size() <= kMaxBytes) kept.emplace(utf8, text);
  return text;
}

}  // namespace arbiter::python

PYBIND11_MODULE(_arbiter, module) {
  using namespace arbiter::python;
  py::options options;
  options.disable_function_signatures();
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const arbiter::api::Error& error) {
      raise(error);
    }
  });
  bind_games(module);
  bind_columns(module);
  bind_positions(module);
  bind_databases(module);
  bind_whole_sources(module);
}
