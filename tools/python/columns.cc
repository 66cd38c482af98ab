// The games of a file as columns, for Python. The Arrow C data interface passes them to data frames
// and databases without a copy.
#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "tools/python/bindings.h"

namespace arbiter::python {
namespace {

// The structures of the Arrow interface, with its prescribed names and members.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

// A column without nulls, see https://arrow.apache.org/docs/format/CDataInterface.html.
struct ArrowColumn {
  std::string name;
  std::string format;  // such as "S" uint16, "U" large string, "+L" large list, "+s" struct
  std::int64_t length = 0;
  std::vector<const void*> buffers;  // buffers after the validity bitmap
  std::vector<ArrowColumn> children = {};
};

// The memory that a structure and its children own.
template <class Structure>
struct Contents {
  ArrowColumn column;
  std::shared_ptr<const void> memory;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<Structure>> children;
  std::vector<Structure*> pointers;

  ~Contents() {
    for (Structure* child : pointers) {
      if (child->release != nullptr) child->release(child);
    }
  }
};

template <class Structure>
void release(Structure* structure) {
  delete static_cast<Contents<Structure>*>(structure->private_data);
  structure->release = nullptr;
}

// Fills the members that both structures have.
template <class Structure, class Fill>
void fill(Structure& structure, const ArrowColumn& column,
          const std::shared_ptr<const void>& memory, Fill fill_own) {
  auto contents = std::unique_ptr<Contents<Structure>>(
      new Contents<Structure>{column, memory, {nullptr}, {}, {}});
  structure = {};
  for (const ArrowColumn& child : column.children) {
    contents->children.push_back(std::make_unique<Structure>());
    contents->pointers.push_back(contents->children.back().get());
    fill(*contents->children.back(), child, memory, fill_own);
  }
  contents->buffers.insert(contents->buffers.end(), column.buffers.begin(), column.buffers.end());
  structure.n_children = static_cast<std::int64_t>(contents->pointers.size());
  structure.children = contents->pointers.data();
  structure.release = release<Structure>;
  fill_own(structure, *contents);
  structure.private_data = contents.release();
}

struct Stream {
  ArrowColumn table;
  std::shared_ptr<const void> memory;
  bool is_read = false;
};

Stream& contents_of(ArrowArrayStream* stream) {
  return *static_cast<Stream*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) try {
  const Stream& contents = contents_of(stream);
  fill(*schema, contents.table, contents.memory, [](ArrowSchema& own, auto& memory) {
    own.format = memory.column.format.c_str();
    own.name = memory.column.name.c_str();
  });
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

int get_next(ArrowArrayStream* stream, ArrowArray* array) try {
  Stream& contents = contents_of(stream);
  if (std::exchange(contents.is_read, true)) {
    *array = {};
    return 0;
  }
  fill(*array, contents.table, contents.memory, [](ArrowArray& own, auto& memory) {
    own.length = memory.column.length;
    own.n_buffers = static_cast<std::int64_t>(memory.buffers.size());
    own.buffers = memory.buffers.data();
  });
  return 0;
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

void release_stream(ArrowArrayStream* stream) {
  delete &contents_of(stream);
  stream->release = nullptr;
}

// Returns a new stream of one batch with the rows of `table`, which is a struct. `memory` owns the
// buffers, and may be released on any thread, without the GIL.
ArrowArrayStream* new_arrow_stream(ArrowColumn table, std::shared_ptr<const void> memory) {
  return new ArrowArrayStream{get_schema, get_next,
                              [](ArrowArrayStream*) -> const char* { return nullptr; },
                              release_stream, new Stream{std::move(table), std::move(memory)}};
}

void delete_arrow_stream(ArrowArrayStream* stream) {
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

using SharedColumns = std::shared_ptr<const api::Columns>;

constexpr const char* kStreamName = "arrow_array_stream";

const api::TagColumn& tag_column(const SharedColumns& columns, const std::string& name) {
  const auto found = std::ranges::find(columns->tags, name, &api::TagColumn::name);
  if (found == columns->tags.end()) throw py::key_error(name);
  return *found;
}

// Returns a buffer that is never null, even if there are no values.
template <class T>
const void* buffer_of(const T& values) {
  static constexpr std::uint64_t kNothing = 0;
  return values.empty() ? static_cast<const void*>(&kNothing) : values.data();
}

template <class T>
ArrowColumn flat(const char* name, const char* format, const std::vector<T>& values) {
  return {name, format, static_cast<std::int64_t>(values.size()), {buffer_of(values)}};
}

py::capsule arrow_stream(const SharedColumns& columns) {
  const auto games = static_cast<std::int64_t>(columns->results.size());
  ArrowColumn table{.name = "", .format = "+s", .length = games, .buffers = {}};
  for (const api::TagColumn& tag : columns->tags) {
    table.children.push_back({tag.name, "U", games, {buffer_of(tag.offsets), buffer_of(tag.text)}});
  }
  table.children.push_back(flat("result", "c", columns->results));
  table.children.push_back(flat("offset", "L", columns->offsets));
  const auto add_moves = [&](const char* name, ArrowColumn items) {
    table.children.push_back(
        {name, "+L", games, {buffer_of(columns->move_offsets)}, {std::move(items)}});
  };
  add_moves("moves", flat("item", "S", columns->moves));
  add_moves("clocks", flat("item", "f", columns->clocks));
  add_moves("evaluations", flat("item", "f", columns->evaluations));
  add_moves("hashes", flat("item", "L", columns->hashes));
  return py::capsule(
      new_arrow_stream(std::move(table), columns), kStreamName, [](PyObject* capsule) {
        delete_arrow_stream(
            static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kStreamName)));
      });
}

// The columns, which arrays and Arrow streams share.
struct ReadColumns {
  SharedColumns columns;
};

template <class T>
void add_array(py::class_<ReadColumns>& type, const char* name,
               std::vector<T> api::Columns::*member, const char* description) {
  type.def_property_readonly(
      name,
      [member](const ReadColumns& self) {
        return array_over((*self.columns).*member, self.columns);
      },
      description);
}

}  // namespace

void bind_columns(py::module_& module) {
  py::class_<ReadColumns> type(
      module, "Columns",
      "All games of a file as read-only NumPy arrays.\n\n"
      "Arrays of moves have a row for each half-move of all games, one game after another; game i\n"
      "has the rows move_offsets[i]:move_offsets[i + 1]. len() is the number of games.");
  add_array(type, "moves", &api::Columns::moves,
            "uint16, shape (half-moves,): the codes of Game.codes.");
  add_array(type, "move_offsets", &api::Columns::move_offsets,
            "int64, shape (games + 1,): where each game begins in the arrays of moves.");
  add_array(type, "clocks", &api::Columns::clocks,
            "float32, shape (half-moves,): seconds left after the move; NaN: unknown.");
  add_array(type, "evaluations", &api::Columns::evaluations,
            "float32, shape (half-moves,): evaluations in pawns, positive if White is better; "
            "infinite: mate;\n"
            "NaN: unknown.");
  add_array(type, "hashes", &api::Columns::hashes,
            "uint64, shape (half-moves,): Position.key after the move.");
  add_array(type, "results", &api::Columns::results,
            "int8, shape (games,): 1, 0 or -1 for White; 2: unknown.");
  add_array(type, "offsets", &api::Columns::offsets,
            "uint64, shape (games,): the place of each game in the decompressed file, in bytes.");
  type.def_property_readonly(
          "tag_names",
          [](const ReadColumns& self) {
            py::list names;
            for (const api::TagColumn& tag : self.columns->tags) names.append(str_of(tag.name));
            return names;
          },
          "The names of the tags that were read: list of str.")
      .def(
          "tag",
          [](const ReadColumns& self, const std::string& name) {
            const api::TagColumn& tag = tag_column(self.columns, name);
            const std::string_view text = tag.text;
            py::list values(tag.offsets.size() - 1);
            for (std::size_t i = 0; i + 1 < tag.offsets.size(); ++i) {
              values[i] = str_of(
                  text.substr(static_cast<std::size_t>(tag.offsets[i]),
                              static_cast<std::size_t>(tag.offsets[i + 1] - tag.offsets[i])));
            }
            return values;
          },
          py::arg("name"),
          "tag(name) -> list of str\n\nReturns the values of a tag, one for each game; '': none.")
      .def(
          "tag_offsets",
          [](const ReadColumns& self, const std::string& name) {
            return array_over(tag_column(self.columns, name).offsets, self.columns);
          },
          py::arg("name"),
          "tag_offsets(name) -> int64 array, shape (games + 1,)\n\nReturns where each value begins "
          "in tag_bytes(name).")
      .def(
          "tag_bytes",
          [](const ReadColumns& self, const std::string& name) {
            return py::bytes(tag_column(self.columns, name).text);
          },
          py::arg("name"),
          "tag_bytes(name) -> bytes\n\nReturns the concatenated values of a tag, in UTF-8.")
      .def(
          "fens",
          [](const ReadColumns& self, const std::vector<std::size_t>& rows) {
            return without_gil([&] { return self.columns->fens(rows); });
          },
          py::arg("rows"),
          "fens(rows) -> list of str\n\nReturns the FEN after each of these half-moves, which are "
          "indexes of\nthe arrays of moves. Fastest in ascending order.")
      .def("__len__", [](const ReadColumns& self) { return self.columns->results.size(); })
      .def(
          "__arrow_c_stream__",
          [](const ReadColumns& self, const py::object&) { return arrow_stream(self.columns); },
          py::arg("requested_schema") = py::none(),
          "Exports the games to pandas, polars, DuckDB and pyarrow, without a copy: the tags,\n"
          "result, offset, and lists of moves, clocks, evaluations and hashes.")
      .def("__repr__", [](const ReadColumns& self) {
        return str_of("<Columns of " + std::to_string(self.columns->results.size()) + " games, " +
                      std::to_string(self.columns->moves.size()) + " half-moves>");
      });
  module.def("read_columns",
             [](const api::Source& source, const std::vector<std::string>& tags, unsigned threads) {
               return without_gil([&] {
                 return ReadColumns{std::make_shared<const api::Columns>(
                     api::read_columns(source, tags, work_on(threads)))};
               });
             });
}

}  // namespace arbiter::python
