// The player list of a federation or an organiser.
//
// A FIDE list has fixed columns below a header ("ID Number  Name ... Fed Sex Tit WTit ... SRtng").
// A table has a header of its own, and is separated by tabs, semicolons or commas (RFC 4180, one
// line for each row):
//
//   # month: 2026-09
//   id,name,federation,title,rating,rapid,blitz,aliases
//   12345678,"Adler, Nora",GER,FM,2214,2190,,"Adler, N.; Nora Adler-Brandt"
//
// Only `name` is required. Common headings such as "FIDE ID", "Fed", "Tit" and "RtgI" are accepted
// too, and so is `women_title`. unused_columns() returns the headings of all other columns.
//
// FIDE's XML lists have an element <player> with <fideid>, <name>, <country>, <title>, <w_title>,
// <rating>, <rapid_rating> and <blitz_rating>. Line breaks between elements are optional.
//
// A tournament report (TRF) is accepted too. Its ratings are used as standard, rapid and blitz
// ratings, valid in the month of its first day.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter {

enum class RatingKind : std::uint8_t { Standard, Rapid, Blitz };
inline constexpr std::size_t kRatingKinds = 3;

struct ListedPlayer {
  std::uint32_t fide_id = 0;  // 0: unknown
  std::string name = {};
  std::string federation = {};
  std::string title = {};        // "GM"; empty: none
  std::string women_title = {};  // "WGM"
  bool has_title_field = true;   // false: the list contains no titles
  char sex = ' ';                // 'm' or 'w'; ' ': unknown
  std::string birth = {};        // a year or a date: "1990", "1990/01/31"
  // The ratings, indexed by RatingKind; 0: unrated.
  std::array<std::uint32_t, kRatingKinds> ratings = {};
  std::vector<std::string> aliases = {};
  std::uint64_t line = 0;  // line in the list, from 1
};

// The month in which ratings are valid, as 12 * year + month - 1.
enum class ListMonth : std::uint32_t {};
constexpr ListMonth list_month(std::uint32_t year, std::uint32_t month) {
  return static_cast<ListMonth>(12 * year + month - 1);
}
// Reads "2026-09", "2026.09", "SEP26", "Mar11".
std::optional<ListMonth> parse_list_month(std::string_view text);
std::string to_string(ListMonth month);

// An unreadable part of the list.
struct ListProblem {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // column in code points, from 1
  std::uint32_t length = 1;
  std::string message = {};
  std::string text = {};  // the line, as UTF-8
};

class ListForm;  // the line format of the list

// Reads a player list line by line. Text that is not UTF-8 is read as Windows-1252. Holds one line,
// or a whole tournament report, in memory.
class PlayerListReader {
 public:
  static constexpr std::size_t kMaxLineLength = 64 * 1024;
  using ProblemSink = std::function<void(ListProblem problem)>;

  // Reads the header, or fails if this is not a player list. `only` is the kind of ratings in a
  // FIDE list with a single rating column. The source must outlive the reader.
  static Result<std::unique_ptr<PlayerListReader>> open(ByteSource& source, RatingKind only,
                                                        ProblemSink problems);
  ~PlayerListReader();

  std::optional<ListMonth> month() const { return month_; }
  // Returns the headings of a table whose columns are not read.
  std::vector<std::string> unused_columns() const;

  // Reads the next player, skipping unreadable ones. Returns false at the end. Throws IoError.
  bool next(ListedPlayer& player);

 private:
  PlayerListReader(ByteSource& source, ProblemSink problems);
  bool next_line(std::string& line);
  bool read_until(char delimiter, std::string& text, bool& is_too_long);
  bool read_header(RatingKind only);
  bool begins_markup();
  bool next_tag(std::string& text, std::string& tag);
  bool read_root(RatingKind only);
  bool next_element(ListedPlayer& player);
  void read_remark(std::string_view line);
  void read_report(std::string text);

  ByteSource& source_;
  ProblemSink problems_;
  std::unique_ptr<ListForm> form_;
  std::optional<ListMonth> month_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t line_ = 0;
  bool is_xml_ = false;
  RatingKind only_ = RatingKind::Standard;
  std::deque<ListedPlayer> reported_;  // unread players of a report
};

enum class ListColumn : std::uint8_t {
  Id,
  Name,
  Aliases,
  Federation,
  Title,
  WomenTitle,
  Standard,
  Rapid,
  Blitz,
  Sex,
  Birth,
  Other,
};

struct ListField {
  ListColumn column = ListColumn::Other;
  std::string text = {};
  std::size_t offset = 0;  // byte offset of the field in the line
};

class ListForm {
 public:
  // Reports a fault in the line, with its byte range and message.
  using Fault = std::function<void(std::size_t offset, std::size_t length, std::string message)>;

  virtual ~ListForm() = default;
  // Returns the fields of a line of UTF-8; empty if it cannot be split.
  virtual std::vector<ListField> fields_of(std::string_view line, const Fault& fault) const = 0;
  virtual bool has_name() const = 0;
  virtual std::vector<std::string> unused_columns() const { return {}; }
  // Returns the month in the rating column's heading.
  virtual std::optional<ListMonth> month() const { return {}; }
};

// Returns the line format for a header line.
std::unique_ptr<ListForm> form_of(std::string_view header, RatingKind only);

}  // namespace arbiter
