// Databases for Python, wrapped in a class by arbiter/_database.py.
#include <mutex>
#include <optional>

#include "tools/python/bindings.h"

namespace arbiter::python {
namespace {

// A database that only one thread uses at a time.
class OpenDatabase {
 public:
  OpenDatabase(const std::string& name, bool writes)
      : database_(std::in_place, name, writes ? api::Open::Write : api::Open::Read) {}

  // Runs work on the database without the GIL.
  template <class Work>
  auto use(Work work) {
    return without_gil([&] {
      const std::lock_guard lock(mutex_);
      if (!database_) throw api::Error("the database is closed");
      return work(*database_);
    });
  }
  void close() {
    without_gil([&] {
      const std::lock_guard lock(mutex_);
      database_.reset();
    });
  }

 private:
  std::mutex mutex_;
  std::optional<api::Database> database_;
};

api::Query query_of(const std::string& where, const std::optional<api::Position>& position) {
  return {.where = where, .position = position};
}

py::dict row_of(const api::FoundGame& game) {
  py::dict row;
  row["id"] = game.id;
  row["white"] = str_of(game.white);
  row["black"] = str_of(game.black);
  row["white_elo"] = game.white_elo;
  row["black_elo"] = game.black_elo;
  row["event"] = str_of(game.event);
  row["site"] = str_of(game.site);
  row["round"] = str_of(game.round);
  row["date"] = str_of(game.date);
  row["result"] = str_of(game.result);
  row["eco"] = str_of(game.eco);
  row["opening"] = str_of(game.opening);
  row["ending"] = str_of(game.ending);
  row["plies"] = game.plies;
  row["ply"] = game.ply;
  row["start"] = str_of(game.start);
  row["moves"] = array_of(game.moves);
  return row;
}

py::dict row_of(const api::TreeRow& move) {
  py::dict row;
  row["san"] = str_of(move.san);
  row["uci"] = str_of(move.uci);
  row["games"] = move.games;
  row["white"] = move.white;
  row["draws"] = move.draws;
  row["black"] = move.black;
  row["elo"] = move.elo;
  return row;
}

py::dict row_of(const api::GroupRow& group) {
  py::dict row;
  row["name"] = str_of(group.name);
  row["games"] = group.games;
  row["white"] = group.white;
  row["draws"] = group.draws;
  row["black"] = group.black;
  row["plies"] = group.plies;
  return row;
}

template <class Row>
py::list rows_of(const std::vector<Row>& rows) {
  py::list list(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) list[i] = row_of(rows[i]);
  return list;
}

api::SqlValue value_of(const py::handle& value) {
  if (value.is_none()) return nullptr;
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::bytes>(value)) return api::SqlBytes{value.cast<std::string>()};
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) throw py::error_already_set();
  const std::int64_t integer = PyLong_AsLongLong(index.ptr());
  if (integer == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return integer;
}

py::object object_of(const api::SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return py::int_(*integer);
  if (const auto* real = std::get_if<double>(&value)) return py::float_(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return str_of(*text);
  if (const auto* bytes = std::get_if<api::SqlBytes>(&value)) return py::bytes(bytes->bytes);
  return py::none();
}

// Returns the column names, and the rows as tuples.
py::tuple tuples_of(const api::SqlRows& found) {
  py::list rows(found.rows.size());
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    py::tuple row(found.rows[i].size());
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = object_of(found.rows[i][k]);
    rows[i] = std::move(row);
  }
  return py::make_tuple(list_of(found.columns), rows);
}

}  // namespace

void bind_databases(py::module_& module) {
  py::class_<OpenDatabase>(module, "OpenDatabase")
      .def(py::init<const std::string&, bool>())
      .def("close", &OpenDatabase::close)
      .def(
          "find",
          [](OpenDatabase& self, const std::string& where,
             const std::optional<api::Position>& position, std::optional<std::uint64_t> limit,
             std::uint64_t offset) {
            api::Query query = query_of(where, position);
            query.limit = limit;
            query.offset = offset;
            return rows_of(self.use([&](api::Database& database) { return database.find(query); }));
          })
      .def("games",
           [](OpenDatabase& self, const std::string& where,
              const std::optional<api::Position>& position, std::optional<std::uint64_t> limit,
              std::uint64_t offset, bool findings) {
             api::Query query = query_of(where, position);
             query.limit = limit;
             query.offset = offset;
             return iterator_over(self.use([&](api::Database& database) {
               return database.games(query, {.findings = findings});
             }));
           })
      .def("count",
           [](OpenDatabase& self, const std::string& where,
              const std::optional<api::Position>& position) {
             return self.use([&](api::Database& database) {
               return database.count(query_of(where, position));
             });
           })
      .def("tree",
           [](OpenDatabase& self, const std::optional<api::Position>& position,
              const std::string& where) {
             return rows_of(self.use([&](api::Database& database) {
               return database.tree(position.value_or(api::Position()), where);
             }));
           })
      .def("stats",
           [](OpenDatabase& self, const std::string& by, const std::string& where) {
             return rows_of(
                 self.use([&](api::Database& database) { return database.stats(by, where); }));
           })
      .def("sql",
           [](OpenDatabase& self, const std::string& statements, const py::dict& parameters) {
             std::vector<std::pair<std::string, api::SqlValue>> values;
             for (const auto& [name, value] : parameters) {
               values.emplace_back(py::str(name), value_of(value));
             }
             return tuples_of(self.use(
                 [&](api::Database& database) { return database.sql(statements, values); }));
           })
      .def("import_files",
           [](OpenDatabase& self, const std::vector<std::string>& paths, unsigned threads) {
             const api::Imported imported = self.use(
                 [&](api::Database& database) { return database.import_files(paths, threads); });
             return py::make_tuple(imported.games, list_of(imported.failures));
           });
}

}  // namespace arbiter::python
