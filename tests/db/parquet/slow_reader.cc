#include "tests/db/parquet/slow_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

namespace arbiter::testing {
namespace {

// A value in Thrift's compact protocol.
struct Value {
  std::int64_t number = 0;
  std::string text;
  std::vector<Value> elements;
  std::map<int, Value> fields;

  const Value& operator[](int field) const {
    static const Value none;
    const auto found = fields.find(field);
    return found == fields.end() ? none : found->second;
  }
  bool has(int field) const { return fields.contains(field); }
};

class Bytes {
 public:
  Bytes(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  std::size_t at() const { return at_; }

  std::uint8_t byte() {
    if (at_ >= bytes_.size()) throw std::runtime_error("the bytes end too early");
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7Fu} << shift;
      if (next < 0x80) return value;
    }
  }
  std::int64_t zigzag() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
  }
  std::string text(std::size_t size) {
    if (size > bytes_.size() - at_) throw std::runtime_error("a text ends too early");
    at_ += size;
    return std::string(bytes_.substr(at_ - size, size));
  }
  std::uint64_t little_endian(std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }
  Value structure() {
    Value value;
    int field = 0;
    while (const std::uint8_t head = byte()) {
      field = head >> 4 != 0 ? field + (head >> 4) : static_cast<int>(zigzag());
      value.fields[field] = of_type(head & 15);
    }
    return value;
  }

 private:
  Value of_type(int type) {
    Value value;
    switch (type) {
      case 1:
      case 2:
        value.number = type == 1;
        break;
      case 3:
        value.number = byte();
        break;
      case 5:
      case 6:
        value.number = zigzag();
        break;
      case 8:
        value.text = text(varint());
        break;
      case 9: {
        const std::uint8_t head = byte();
        const std::size_t count = head >> 4 == 15 ? varint() : head >> 4;
        for (std::size_t i = 0; i < count; ++i) value.elements.push_back(of_type(head & 15));
        break;
      }
      case 12:
        return structure();
      default:
        throw std::runtime_error("an unknown type of Thrift");
    }
    return value;
  }

  std::string_view bytes_;
  std::size_t at_;
};

struct Page {
  Value header;
  std::string bytes;
};

Page page_at(std::string_view file, std::size_t at) {
  Bytes bytes(file, at);
  Page page;
  page.header = bytes.structure();
  const std::string packed = bytes.text(static_cast<std::size_t>(page.header[3].number));
  page.bytes.resize(static_cast<std::size_t>(page.header[2].number));
  const std::size_t size =
      ZSTD_decompress(page.bytes.data(), page.bytes.size(), packed.data(), packed.size());
  if (size != page.bytes.size()) throw std::runtime_error("a page cannot be unpacked");
  return page;
}

// Returns values in PLAIN encoding.
std::vector<std::string> plain_values(std::string_view page, std::size_t at, std::int64_t type) {
  std::vector<std::string> values;
  for (Bytes bytes(page, at); bytes.at() < page.size();) {
    if (type == 6) {
      values.push_back(bytes.text(bytes.little_endian(4)));
    } else if (type == 1) {
      values.push_back(std::to_string(static_cast<std::int32_t>(bytes.little_endian(4))));
    } else if (type == 5) {
      values.push_back(fmt::format("{}", std::bit_cast<double>(bytes.little_endian(8))));
    } else {
      values.push_back(std::to_string(static_cast<std::int64_t>(bytes.little_endian(8))));
    }
  }
  return values;
}

// Reads levels after their size, and advances `at`.
std::vector<std::uint64_t> levels_at(std::string_view page, std::size_t& at, unsigned width,
                                     std::size_t count) {
  Bytes size(page, at);
  const std::size_t end = at + 4 + size.little_endian(4);
  at += 4;
  auto levels = read_hybrid(page.substr(0, end), at, width, count);
  at = end;
  return levels;
}

// A missing list, a list without elements, a missing element, or an element.
enum : std::uint64_t { kNoList, kEmpty, kNoElement, kElement };

// Adds the elements of lists. The first element of each has repetition level 0.
void add_lists(const std::vector<std::uint64_t>& repeats, const std::vector<std::uint64_t>& levels,
               const std::vector<std::string>& values, ReadColumn& column) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == kNoList) {
      column.values.emplace_back();
      continue;
    }
    if (repeats[i] == 0) column.values.emplace_back("[]");
    if (levels[i] == kEmpty) continue;
    std::string& list = *column.values.back();
    list.pop_back();
    if (list.size() > 1) list += ' ';
    list += (levels[i] == kNoElement ? "-" : values.at(next++)) + "]";
  }
}

// The repetition of a column: required, optional, or a list.
enum class Nesting { Required, Optional, List };

void read_chunk(std::string_view file, const Value& metadata, Nesting nesting, std::size_t rows_of,
                ReadColumn& column) {
  const std::int64_t type = metadata[1].number;
  const auto rows = static_cast<std::size_t>(metadata[5].number);
  column.group_rows.push_back(rows_of);
  column.least.push_back(metadata[12][6].text);
  column.greatest.push_back(metadata[12][5].text);
  std::vector<std::string> dictionary;
  if (metadata.has(11)) {
    dictionary =
        plain_values(page_at(file, static_cast<std::size_t>(metadata[11].number)).bytes, 0, type);
  }
  const Page page = page_at(file, static_cast<std::size_t>(metadata[9].number));
  std::size_t at = 0;
  std::vector<std::uint64_t> repeats;
  if (nesting == Nesting::List) repeats = levels_at(page.bytes, at, 1, rows);
  std::vector<std::uint64_t> levels(rows, 1);
  const bool is_list = nesting == Nesting::List;
  if (nesting != Nesting::Required) levels = levels_at(page.bytes, at, is_list ? 2 : 1, rows);
  const auto count = static_cast<std::size_t>(
      std::ranges::count(levels, is_list ? std::uint64_t{kElement} : std::uint64_t{1}));
  std::vector<std::string> values;
  const std::int64_t encoding = page.header[5][2].number;
  if (encoding == 8) {
    const unsigned width = static_cast<std::uint8_t>(page.bytes.at(at++));
    for (const std::uint64_t index : read_hybrid(page.bytes, at, width, count)) {
      values.push_back(dictionary.at(index));
    }
  } else if (encoding == 5) {
    for (const std::int64_t value : read_deltas(std::string_view(page.bytes).substr(at))) {
      values.push_back(std::to_string(value));
    }
  } else {
    values = plain_values(page.bytes, at, type);
  }
  if (values.size() != count) throw std::runtime_error("a page has another number of values");
  if (is_list) return add_lists(repeats, levels, values, column);
  std::size_t next = 0;
  for (const std::uint64_t is_there : levels) {
    column.values.push_back(is_there != 0 ? std::optional(values[next++]) : std::nullopt);
  }
}

}  // namespace

std::vector<std::uint64_t> read_hybrid(std::string_view bytes, std::size_t& at, unsigned width,
                                       std::size_t count) {
  std::vector<std::uint64_t> values;
  while (values.size() < count) {
    Bytes reader(bytes, at);
    const std::uint64_t head = reader.varint();
    if ((head & 1) == 0) {
      const std::uint64_t value = reader.little_endian((width + 7) / 8);
      values.insert(values.end(), head >> 1, value);
    } else {
      const std::string packed = reader.text((head >> 1) * width);
      for (std::size_t i = 0; i < (head >> 1) * 8; ++i) {
        std::uint64_t value = 0;
        for (unsigned bit = 0; bit < width; ++bit) {
          const std::size_t place = i * width + bit;
          value |= std::uint64_t{static_cast<std::uint8_t>(packed[place / 8]) >> (place % 8) & 1u}
                   << bit;
        }
        values.push_back(value);
      }
    }
    at = reader.at();
  }
  values.resize(count);
  return values;
}

std::vector<std::int64_t> read_deltas(std::string_view bytes) {
  Bytes reader(bytes, 0);
  const std::uint64_t block = reader.varint();
  const std::uint64_t miniblocks = reader.varint();
  const std::uint64_t count = reader.varint();
  auto value = static_cast<std::uint64_t>(reader.zigzag());
  std::vector<std::int64_t> values;
  if (count > 0) values.push_back(static_cast<std::int64_t>(value));
  while (values.size() < count) {
    const auto least = static_cast<std::uint64_t>(reader.zigzag());
    const std::string widths = reader.text(miniblocks);
    for (const char width_byte : widths) {
      if (values.size() >= count) break;
      const auto width = static_cast<unsigned>(static_cast<std::uint8_t>(width_byte));
      const std::uint64_t steps = block / miniblocks;
      const std::string packed = reader.text(steps * width / 8);
      for (std::uint64_t i = 0; i < steps && values.size() < count; ++i) {
        std::uint64_t step = 0;
        for (unsigned bit = 0; bit < width; ++bit) {
          const std::size_t place = i * width + bit;
          step |= std::uint64_t{static_cast<std::uint8_t>(packed[place / 8]) >> (place % 8) & 1u}
                  << bit;
        }
        value += least + step;
        values.push_back(static_cast<std::int64_t>(value));
      }
    }
  }
  return values;
}

std::vector<ReadColumn> read_table(const std::string& file) {
  const std::string_view text = file;
  if (!text.starts_with("PAR1") || !text.ends_with("PAR1") || text.size() < 12) {
    throw std::runtime_error("not a file of Parquet");
  }
  Bytes size(text, text.size() - 8);
  Bytes footer(text, text.size() - 8 - size.little_endian(4));
  const Value metadata = footer.structure();
  if (footer.at() != text.size() - 8) throw std::runtime_error("the metadata end elsewhere");
  std::vector<ReadColumn> columns;
  const std::vector<Value>& schema = metadata[2].elements;
  for (std::size_t i = 1; i < schema.size(); ++i) {
    const std::size_t number = columns.size();
    ReadColumn& column = columns.emplace_back();
    column.name = schema[i][4].text;
    Nesting nesting = schema[i][3].number == 1 ? Nesting::Optional : Nesting::Required;
    if (schema[i].has(5)) {
      if (schema.at(i + 1)[4].text != "list" || schema.at(i + 2)[4].text != "element") {
        throw std::runtime_error("a list has other elements");
      }
      nesting = Nesting::List;
      i += 2;
    }
    for (const Value& group : metadata[4].elements) {
      read_chunk(text, group[1].elements.at(number)[3], nesting,
                 static_cast<std::size_t>(group[3].number), column);
    }
    if (column.values.size() != static_cast<std::size_t>(metadata[3].number)) {
      throw std::runtime_error("a column has another number of rows");
    }
  }
  return columns;
}

}  // namespace arbiter::testing
