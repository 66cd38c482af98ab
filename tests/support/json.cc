#include "tests/support/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

namespace arbiter::testing {
namespace {

Json converted(const nlohmann::json& value) {
  using Kind = nlohmann::json::value_t;
  switch (value.type()) {
    case Kind::boolean:
      return value.get<bool>();
    case Kind::number_integer:
    case Kind::number_unsigned:
      return value.get<std::int64_t>();
    case Kind::number_float:
      return value.get<double>();
    case Kind::string:
      return value.get<std::string>();
    case Kind::array: {
      Json::Array elements;
      for (const auto& element : value) elements.push_back(converted(element));
      return Json(std::move(elements));
    }
    case Kind::object: {
      Json::Object members;
      for (const auto& [name, member] : value.items())
        members.emplace_back(name, converted(member));
      return Json(std::move(members));
    }
    default:
      return {};
  }
}

const Json* member_of(const Json& object, std::string_view name) {
  const auto& members = object.members();
  const auto found = std::find_if(members.begin(), members.end(),
                                  [=](const auto& member) { return member.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

}  // namespace

Json Json::parse(std::string_view text) { return converted(nlohmann::json::parse(text)); }

bool Json::contains(std::string_view name) const { return member_of(*this, name) != nullptr; }

const Json& Json::operator[](std::string_view name) const {
  const Json* const member = member_of(*this, name);
  if (member == nullptr) throw std::out_of_range("there is no member " + std::string(name));
  return *member;
}

std::uint64_t Json::count() const {
  if (number() < 0) throw std::out_of_range("a count is negative");
  return static_cast<std::uint64_t>(number());
}

std::size_t Json::size() const { return is_object() ? members().size() : elements().size(); }

bool Json::is_number() const {
  return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<double>(value_);
}

double Json::real() const {
  const auto* const whole = std::get_if<std::int64_t>(&value_);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value_);
}

bool Json::operator==(const Json& other) const {
  const bool is_one_kind = value_.index() == other.value_.index();
  if (!is_one_kind && is_number() && other.is_number()) return real() == other.real();
  return value_ == other.value_;
}

bool operator<(const Json& left, const Json& right) { return left.real() < right.real(); }

std::ostream& operator<<(std::ostream& out, const Json& value) {
  if (value.is_null()) return out << "null";
  if (const auto* const truth = std::get_if<bool>(&value.value_)) {
    return out << (*truth ? "true" : "false");
  }
  if (value.is_number()) return out << value.real();
  if (const auto* const text = std::get_if<std::string>(&value.value_)) return out << *text;
  const char* comma = "";
  if (value.is_object()) {
    out << '{';
    for (const auto& [name, member] : value.members()) {
      out << comma << name << ": " << member;
      comma = ", ";
    }
    return out << '}';
  }
  out << '[';
  for (const Json& element : value.elements()) {
    out << comma << element;
    comma = ", ";
  }
  return out << ']';
}

}  // namespace arbiter::testing
