#include "lib/tournament/list_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Heading {
  std::string_view text;
  ListColumn column;
};

// The headings of FIDE's lists, old and new; longer ones before their prefixes.
constexpr Heading kFideHeadings[] = {
    {"ID Number", ListColumn::Id},
    {"Name", ListColumn::Name},
    {"Federation", ListColumn::Federation},
    {"Fed", ListColumn::Federation},
    {"Titl", ListColumn::Title},
    {"Tit", ListColumn::Title},
    {"WTit", ListColumn::WomenTitle},
    {"OTit", ListColumn::Other},
    {"SRtng", ListColumn::Standard},
    {"RRtng", ListColumn::Rapid},
    {"BRtng", ListColumn::Blitz},
    {"Games", ListColumn::Other},
    {"Born", ListColumn::Other},
};

// The headings of tables, in lower case and without "_", "-" and spaces.
constexpr Heading kTableHeadings[] = {
    {"id", ListColumn::Id},
    {"fideid", ListColumn::Id},
    {"idnumber", ListColumn::Id},
    {"name", ListColumn::Name},
    {"player", ListColumn::Name},
    {"alias", ListColumn::Aliases},
    {"aliases", ListColumn::Aliases},
    {"federation", ListColumn::Federation},
    {"fed", ListColumn::Federation},
    {"country", ListColumn::Federation},
    {"title", ListColumn::Title},
    {"womentitle", ListColumn::WomenTitle},
    {"womenstitle", ListColumn::WomenTitle},
    {"wtitle", ListColumn::WomenTitle},
    {"rating", ListColumn::Standard},
    {"elo", ListColumn::Standard},
    {"standard", ListColumn::Standard},
    {"rapid", ListColumn::Rapid},
    {"blitz", ListColumn::Blitz},
};

class FixedColumns final : public ListForm {
 public:
  FixedColumns(std::string_view header, RatingKind only) {
    for (std::size_t at = header.find_first_not_of(' '); at < header.size();) {
      const std::size_t size = add_heading(header, at, only);
      at = std::min(header.find_first_not_of(' ', at + size), header.size());
    }
    header_size_ = header.size();
  }

  std::vector<ListField> fields_of(std::string_view line, const Fault& /*fault*/) const override {
    std::vector<ListField> fields;
    const Characters characters(line);
    const std::size_t shift = shift_of(characters);
    for (std::size_t i = 0; i < spans_.size(); ++i) {
      if (spans_[i].column == ListColumn::Other) continue;
      const std::size_t moved = i > overflow_ ? shift : 0;
      // In old lists, numbers may begin before their heading, after spaces only.
      const std::size_t begin = i == 0 ? 0 : characters.offset(spans_[i].begin + moved);
      const std::size_t end =
          i + 1 < spans_.size() ? characters.offset(spans_[i + 1].begin + moved) : line.size();
      const std::string_view text = line.substr(begin, end - begin);
      const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
      fields.push_back({spans_[i].column, std::string(trim(text)), begin + blanks});
    }
    return fields;
  }

  bool has_name() const override {
    return std::ranges::find(spans_, ListColumn::Name, &Span::column) != spans_.end();
  }
  std::optional<ListMonth> month() const override { return month_; }

 private:
  struct Span {
    ListColumn column;
    std::size_t begin;
  };

  // The offsets of characters, which equal bytes if all are ASCII.
  class Characters {
   public:
    explicit Characters(std::string_view line) : line_(line) {
      if (is_ascii(line)) return;
      for (std::size_t i = 0; i < line.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xc0) != 0x80) offsets_.push_back(i);
      }
    }
    std::string_view text() const { return line_; }
    std::size_t count() const { return offsets_.empty() ? line_.size() : offsets_.size(); }
    std::size_t offset(std::size_t place) const {
      if (place >= count()) return line_.size();
      return offsets_.empty() ? place : offsets_[place];
    }

   private:
    std::string_view line_;
    std::vector<std::size_t> offsets_;
  };

  std::size_t add_heading(std::string_view header, std::size_t at, RatingKind only) {
    const std::string_view rest = header.substr(at);
    for (const Heading& heading : kFideHeadings) {
      if (!equal_ignoring_case(rest.substr(0, heading.text.size()), heading.text)) continue;
      spans_.push_back({heading.column, at});
      if (heading.text == "OTit") overflow_ = spans_.size() - 1;
      return heading.text.size();
    }
    const std::size_t size = std::min(rest.find(' '), rest.size());
    ListColumn column = ListColumn::Other;
    if (const auto month = parse_list_month(rest.substr(0, std::min<std::size_t>(size, 5)))) {
      month_ = month;
      column = only == RatingKind::Standard ? ListColumn::Standard
               : only == RatingKind::Rapid  ? ListColumn::Rapid
                                            : ListColumn::Blitz;
    }
    spans_.push_back({column, at});
    return size;
  }

  // Returns how far long lists of other titles shift the following columns to the right.
  std::size_t shift_of(const Characters& line) const {
    constexpr std::size_t kMaxShift = 40;
    const std::size_t usual = header_size_;
    if (overflow_ + 1 >= spans_.size() || line.count() <= usual) return 0;
    if (line.text()[line.offset(spans_[overflow_ + 1].begin - 1)] == ' ') return 0;
    const std::size_t shift = line.count() - usual;
    return shift <= kMaxShift ? shift : 0;
  }

  std::vector<Span> spans_;
  std::size_t overflow_ = SIZE_MAX - 1;  // the offset of the column OTit, if it exists
  std::size_t header_size_ = 0;
  std::optional<ListMonth> month_;
};

class DividedColumns final : public ListForm {
 public:
  DividedColumns(std::string_view header, char divider) : divider_(divider) {
    for (const ListField& field : split(header, nullptr)) columns_.push_back(column_of(field.text));
  }

  std::vector<ListField> fields_of(std::string_view line, const Fault& fault) const override {
    std::vector<ListField> fields = split(line, &fault);
    if (fields.size() > columns_.size()) {
      const ListField& extra = fields[columns_.size()];
      fault(extra.offset, line.size() - extra.offset,
            fmt::format("the line has {} fields, the header {}{}", fields.size(), columns_.size(),
                        divider_ == ',' ? "; quote a name that contains a comma" : ""));
      return {};
    }
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i].column = columns_[i];
    return fields;
  }

  bool has_name() const override {
    return std::ranges::find(columns_, ListColumn::Name) != columns_.end();
  }

 private:
  static ListColumn column_of(std::string_view heading) {
    std::string word;
    for (const char c : heading) {
      if (is_letter(c)) word += to_small(c);
    }
    const auto* const found = std::ranges::find(kTableHeadings, word, &Heading::text);
    return found == std::end(kTableHeadings) ? ListColumn::Other : found->column;
  }

  // Returns the fields without quotes; no fields if a quote is never closed.
  std::vector<ListField> split(std::string_view line, const Fault* fault) const {
    std::vector<ListField> fields;
    for (std::size_t at = 0;; ++at) {
      ListField field{.offset = at};
      const std::size_t first = line.find_first_not_of(' ', at);
      if (first < line.size() && line[first] == '"') {
        field.offset = first + 1;
        const std::size_t end = read_quoted(line, first + 1, field.text);
        if (end == std::string_view::npos) {
          if (fault != nullptr) (*fault)(first, line.size() - first, "a quote is never closed");
          return {};
        }
        at = std::min(line.find(divider_, end), line.size());
      } else {
        const std::size_t end = std::min(line.find(divider_, at), line.size());
        field.text = trim(line.substr(at, end - at));
        field.offset = std::min(first, end);
        at = end;
      }
      fields.push_back(std::move(field));
      if (at >= line.size()) return fields;
    }
  }

  // Returns the place after the closing quote.
  static std::size_t read_quoted(std::string_view line, std::size_t at, std::string& text) {
    for (; at < line.size(); ++at) {
      if (line[at] != '"') {
        text += line[at];
      } else if (line.substr(at + 1).starts_with('"')) {
        text += line[at++];
      } else {
        return at + 1;
      }
    }
    return std::string_view::npos;
  }

  char divider_;
  std::vector<ListColumn> columns_;
};

}  // namespace

std::unique_ptr<ListForm> form_of(std::string_view header, RatingKind only) {
  if (equal_ignoring_case(trim(header).substr(0, 9), "ID Number") &&
      header.find_first_of("\t,;") == std::string_view::npos) {
    return std::make_unique<FixedColumns>(header, only);
  }
  char divider = '\n';  // one column
  if (header.find(',') != std::string_view::npos) divider = ',';
  if (header.find(';') != std::string_view::npos) divider = ';';
  if (header.find('\t') != std::string_view::npos) divider = '\t';
  return std::make_unique<DividedColumns>(header, divider);
}

}  // namespace arbiter
