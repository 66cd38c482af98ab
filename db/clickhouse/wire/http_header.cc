#include "db/clickhouse/wire/http_header.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kOwnFields = "x-clickhouse-";
constexpr std::string_view kQueryId = "x-clickhouse-query-id:";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string value_of(std::string_view line) {
  line.remove_prefix(line.find(':') + 1);
  const std::size_t first = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  return first < last + 1 ? std::string(line.substr(first, last + 1 - first)) : std::string();
}

bool has_body_length(const std::string& field) {
  return field.starts_with("content-length:") ||
         (field.starts_with("transfer-encoding:") && field.find("chunked") != std::string::npos);
}

}  // namespace

void HttpHeader::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    is_interim_ = line.substr(line.find(' ') + 1).starts_with('1');
  } else if (line == "\r\n" || line == "\n") {
    is_complete_ = !is_interim_;
  } else {
    const std::string field = lower_case(line);
    has_length_ = has_length_ || has_body_length(field);
    is_clickhouse_ = is_clickhouse_ || field.starts_with(kOwnFields);
    if (field.starts_with(kQueryId)) query_id_ = value_of(line);
  }
}

}  // namespace arbiter::clickhouse
