// The parts of the Python module, and functions that pass text, work and arrays to Python.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/library/api.h"

namespace arbiter::python {

namespace py = pybind11;

void bind_games(py::module_& module);
void bind_columns(py::module_& module);
void bind_positions(py::module_& module);
void bind_databases(py::module_& module);

// Returns an iterator over games.
py::object iterator_over(api::Games games);

// Returns a str. Invalid UTF-8 becomes U+FFFD.
inline py::str str_of(std::string_view utf8) {
  PyObject* text =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

// Returns a cached str for a string that occurs in many games, such as a move or a tag name.
py::str shared_str_of(std::string_view utf8);

inline py::list list_of(const std::vector<std::string>& texts) {
  py::list list(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) list[i] = str_of(texts[i]);
  return list;
}

inline py::list list_of_moves(const std::vector<std::string>& moves) {
  py::list list(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i),
                    shared_str_of(moves[i]).release().ptr());
  }
  return list;
}

// Adds a property that is a str.
template <class Class, class Object>
void add_text(Class& type, const char* name, std::string Object::*member, const char* description) {
  type.def_property_readonly(
      name, [member](const Object& object) { return str_of(object.*member); }, description);
}

// Convert a member of an object to its pickled form, and back. Text is pickled as bytes, because it
// may be invalid UTF-8.
template <class Member>
py::object packed(const Member& member) {
  if constexpr (std::is_same_v<Member, std::string>) {
    return py::bytes(member);
  } else if constexpr (std::is_enum_v<Member>) {
    return py::int_(static_cast<int>(member));
  } else {
    return py::cast(member);
  }
}
template <class Member>
Member unpacked(const py::handle& state) {
  if constexpr (std::is_enum_v<Member>) {
    return static_cast<Member>(state.cast<int>());
  } else {
    return state.cast<Member>();
  }
}

// Makes objects picklable. Their state is the tuple of these members.
template <class Object, class... Members>
void add_state(py::class_<Object>& type, Members Object::*... members) {
  type.def(py::pickle([=](const Object& self) { return py::make_tuple(packed(self.*members)...); },
                      [=](const py::tuple& state) {
                        Object object;
                        std::size_t i = 0;
                        ((object.*members = unpacked<Members>(state[i++])), ...);
                        return object;
                      }));
}

// Returns options for processing without the GIL, which signals such as SIGINT interrupt.
inline api::WorkOptions work_on(unsigned threads) {
  return {.threads = threads, .goes_on = [] {
            const py::gil_scoped_acquire lock;
            return PyErr_Occurred() == nullptr && PyErr_CheckSignals() == 0;
          }};
}

// Runs work without the GIL. Exceptions raised by signals take precedence.
template <class Work>
auto without_gil(Work work) {
  try {
    const py::gil_scoped_release release;
    return work();
  } catch (const api::Error&) {
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    throw;
  }
}

// Returns a read-only array over values owned by `owner`.
template <class T, class Owner>
py::array_t<T> array_over(const std::vector<T>& values, std::shared_ptr<Owner> owner) {
  auto* kept = new std::shared_ptr<Owner>(std::move(owner));
  const py::capsule base(kept,
                         [](void* data) { delete static_cast<std::shared_ptr<Owner>*>(data); });
  py::array_t<T> array(static_cast<py::ssize_t>(values.size()), values.data(), base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// Returns an array that owns its values.
template <class T>
py::array_t<T> array_of(std::vector<T> values) {
  const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
  return array_over(*owner, owner);
}

}  // namespace arbiter::python
