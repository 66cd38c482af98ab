#include "tools/python/arrow.h"

#include <cerrno>
#include <new>
#include <utility>

namespace arbiter::python {

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

namespace {

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

}  // namespace

ArrowArrayStream* new_arrow_stream(ArrowColumn table, std::shared_ptr<const void> memory) {
  return new ArrowArrayStream{get_schema, get_next,
                              [](ArrowArrayStream*) -> const char* { return nullptr; },
                              release_stream, new Stream{std::move(table), std::move(memory)}};
}

void delete_arrow_stream(ArrowArrayStream* stream) {
  if (stream->release != nullptr) stream->release(stream);
  delete stream;
}

}  // namespace arbiter::python
