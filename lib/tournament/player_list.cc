#include "lib/tournament/player_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/text_conversion.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/trf.h"

namespace arbiter {
namespace {

constexpr std::string_view kMonths[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::uint32_t kMaxRating = 4500;
constexpr std::size_t kMaxAliases = 100;

std::vector<std::string> aliases_in(std::string_view text) {
  std::vector<std::string> aliases;
  while (!text.empty() && aliases.size() < kMaxAliases) {
    const std::size_t end = std::min(text.find_first_of(";|"), text.size());
    if (const std::string_view alias = trim(text.substr(0, end)); !alias.empty()) {
      aliases.emplace_back(alias);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return aliases;
}

// Stores the values of a line in a player, and reports invalid values.
struct LineReading {
  void take(const ListField& field) {
    switch (field.column) {
      case ListColumn::Id:
        player_.fide_id = number_in(field, UINT32_MAX, "FIDE id");
        break;
      case ListColumn::Name:
        player_.name = field.text;
        break;
      case ListColumn::Aliases:
        player_.aliases = aliases_in(field.text);
        break;
      case ListColumn::Federation:
        player_.federation = field.text;
        break;
      case ListColumn::Title:
        player_.title = title_in(field);
        break;
      case ListColumn::WomenTitle:
        player_.women_title = title_in(field);
        break;
      case ListColumn::Standard:
      case ListColumn::Rapid:
      case ListColumn::Blitz:
        player_.ratings[static_cast<std::size_t>(field.column) -
                        static_cast<std::size_t>(ListColumn::Standard)] =
            number_in(field, kMaxRating, "rating");
        break;
      case ListColumn::Sex:
        player_.sex = sex_in(field.text);
        break;
      case ListColumn::Birth:
        if (!is_blank(field.text)) player_.birth = field.text;
        break;
      case ListColumn::Other:
        break;
    }
  }

  // Converts the letters M and F of FIDE lists, and m and w of tournament reports.
  static char sex_in(std::string_view text) {
    const char letter = text.empty() ? ' ' : to_small(text[0]);
    return letter == 'f' || letter == 'w' ? 'w' : letter == 'm' ? 'm' : ' ';
  }

  static bool is_blank(std::string_view text) {
    return text.empty() || text == "-" || text == "?" || text == "0";
  }

  void fault(const ListField& field, std::string message) const {
    fault_(field.offset, std::max<std::size_t>(1, field.text.size()), std::move(message));
  }

  static std::string_view beginning_of(const ListField& field) {
    const std::string_view text = field.text;
    return text.substr(0, size_of_code_points(text, 40));
  }

  std::uint32_t number_in(const ListField& field, std::uint32_t most, std::string_view what) const {
    if (is_blank(field.text)) return 0;
    const auto number = parse_number<std::uint32_t>(field.text);
    if (number && *number <= most) return *number;
    fault(field, fmt::format("the {} \"{}\" is not a number{}", what, beginning_of(field),
                             number ? fmt::format(" up to {}", most) : ""));
    return 0;
  }

  std::string title_in(const ListField& field) const {
    if (is_blank(field.text)) return {};
    std::string title = written_out_title(field.text);
    if (is_fide_title(title)) return title;
    if (!is_other_title(title)) {
      fault(field, fmt::format("\"{}\" is not a title", beginning_of(field)));
    }
    return {};
  }

  ListedPlayer& player_;
  const ListForm::Fault& fault_;
};

// Returns the column of an element of FIDE's XML list. `only` is the kind of ratings in a list with
// one kind.
std::optional<ListColumn> column_of_element(std::string_view name, RatingKind only) {
  constexpr std::pair<std::string_view, ListColumn> kElements[] = {
      {"fideid", ListColumn::Id},          {"name", ListColumn::Name},
      {"country", ListColumn::Federation}, {"title", ListColumn::Title},
      {"w_title", ListColumn::WomenTitle}, {"rapid_rating", ListColumn::Rapid},
      {"blitz_rating", ListColumn::Blitz}, {"sex", ListColumn::Sex},
      {"birthday", ListColumn::Birth}};
  if (name == "rating") {
    return static_cast<ListColumn>(static_cast<std::size_t>(ListColumn::Standard) +
                                   static_cast<std::size_t>(only));
  }
  for (const auto& [element, column] : kElements) {
    if (element == name) return column;
  }
  return {};
}

// Replaces XML entities: "O&apos;Kelly".
std::string without_entities(std::string_view text) {
  constexpr std::size_t kMaxEntity = 12;
  std::string plain;
  while (!text.empty()) {
    const std::size_t end = text.front() == '&' ? text.find(';') : text.npos;
    const auto code_point = end < kMaxEntity ? code_point_of_entity(text.substr(1, end - 1))
                                             : std::optional<char32_t>();
    if (code_point) {
      append_utf8(*code_point, plain);
    } else {
      plain += text.front();
    }
    text.remove_prefix(code_point ? end + 1 : 1);
  }
  return plain;
}

// Returns the start of a line, without control characters.
std::string shown(std::string_view line) {
  constexpr std::size_t kMaxShown = 200;
  std::string text(line.substr(0, std::min(line.size(), size_of_code_points(line, kMaxShown))));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  return text;
}

}  // namespace

std::optional<ListMonth> parse_list_month(std::string_view text) {
  if (text.size() == 5) {
    const auto* const month = std::ranges::find(kMonths, to_small(text.substr(0, 3)));
    const auto year = parse_number<std::uint32_t>(text.substr(3));
    if (month == std::end(kMonths) || !year) return {};
    const auto number = static_cast<std::uint32_t>(month - std::begin(kMonths)) + 1;
    return list_month(*year < 70 ? 2000 + *year : 1900 + *year, number);
  }
  if (text.size() != 7 || (text[4] != '-' && text[4] != '.')) return {};
  const auto year = parse_number<std::uint32_t>(text.substr(0, 4));
  const auto month = parse_number<std::uint32_t>(text.substr(5));
  if (!year || *year < 1900 || !month || *month < 1 || *month > 12) return {};
  return list_month(*year, *month);
}

std::string to_string(ListMonth month) {
  const auto months = static_cast<std::uint32_t>(month);
  return fmt::format("{:04}-{:02}", months / 12, months % 12 + 1);
}

PlayerListReader::PlayerListReader(ByteSource& source, ProblemSink problems)
    : source_(source), problems_(std::move(problems)), buffer_(kMaxLineLength) {}

PlayerListReader::~PlayerListReader() = default;

Result<std::unique_ptr<PlayerListReader>> PlayerListReader::open(ByteSource& source,
                                                                 RatingKind only,
                                                                 ProblemSink problems) {
  std::unique_ptr<PlayerListReader> reader(new PlayerListReader(source, std::move(problems)));
  if (reader->read_header(only)) return reader;
  return Error{
      "not a player list (expected a FIDE rating list, a tournament report (TRF), or a table "
      "with a column 'name')"};
}

// Skips a byte order mark and white space. Returns whether the text begins with "<".
bool PlayerListReader::begins_markup() {
  end_ = source_.read(buffer_);
  const std::string_view start(buffer_.data(), end_);
  const std::size_t mark = start.starts_with(kUtf8Bom) ? kUtf8Bom.size() : 0;
  const std::size_t at = start.find_first_not_of(" \t\r\n", mark);
  if (at == std::string_view::npos || start[at] != '<') return false;
  line_ = 1 + static_cast<std::uint64_t>(std::ranges::count(start.substr(0, at), '\n'));
  begin_ = at;
  return true;
}

// Reads the text up to the next tag, and the tag without "<" and ">".
bool PlayerListReader::next_tag(std::string& text, std::string& tag) {
  text.clear();
  bool is_too_long = false;
  if (!read_until('>', text, is_too_long)) return false;
  line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  const std::size_t at = std::min(text.find('<'), text.size());
  tag = text.substr(std::min(at + 1, text.size()));
  text.resize(at);
  if (!is_ascii(text)) text = decode_text(text).utf8;
  text = without_entities(trim(text));
  return true;
}

bool PlayerListReader::read_root(RatingKind only) {
  only_ = only;
  std::string text;
  std::string tag;
  while (next_tag(text, tag)) {
    if (!tag.starts_with('?') && !tag.starts_with('!')) return tag == "playerslist";
  }
  return false;
}

bool PlayerListReader::next_element(ListedPlayer& player) {
  std::string text;
  std::string tag;
  const ListForm::Fault fault = [&](std::size_t, std::size_t, std::string message) {
    problems_({.line = line_, .message = std::move(message), .text = shown(text)});
  };
  player = {};
  while (next_tag(text, tag)) {
    if (tag == "player") player = ListedPlayer{.line = line_};
    if (!tag.starts_with('/')) continue;
    const auto column = column_of_element(std::string_view(tag).substr(1), only_);
    if (column && !text.empty()) {
      LineReading(player, fault).take({.column = *column, .text = text});
    }
    if (tag != "/player") continue;
    if (!player.name.empty()) return true;
    fault(0, 0, "the player has no name");
  }
  return false;
}

bool PlayerListReader::read_header(RatingKind only) {
  if (begins_markup()) {
    is_xml_ = true;
    return read_root(only);
  }
  std::string line;
  while (next_line(line)) {
    if (line_ == 1 && line.starts_with(kUtf8Bom)) line.erase(0, kUtf8Bom.size());
    if (trim(line).empty()) continue;
    if (line.starts_with('#')) {
      read_remark(line);
      continue;
    }
    if (begins_trf(line)) {
      read_report(std::string(line_ - 1, '\n') + line);
      return !reported_.empty();
    }
    form_ = form_of(line, only);
    if (form_->month()) month_ = form_->month();
    return form_->has_name();
  }
  return false;
}

// Reads the players of a tournament report that starts with `text`.
void PlayerListReader::read_report(std::string text) {
  for (std::string line; next_line(line);) text.append("\n").append(line);
  const TrfReport report = read_trf(text);
  for (const TrfProblem& problem : report.problems) {
    problems_({.line = problem.place.line,
               .column = problem.place.column,
               .length = problem.place.length,
               .message = problem.message,
               .text = shown(report.lines[problem.place.line - 1])});
  }
  const PartialDate start = tournament_of(report).start;
  if (start.year && start.month) month_ = list_month(*start.year, *start.month);
  for (const TrfPlayer& player : report.players) {
    if (player.name.empty()) continue;
    ListedPlayer& listed = reported_.emplace_back(ListedPlayer{.fide_id = player.fide_id,
                                                               .name = player.name,
                                                               .federation = player.federation,
                                                               .sex = player.sex,
                                                               .birth = player.birth,
                                                               .line = player.place.line});
    listed.ratings.fill(player.rating);
    (player.title.starts_with('W') ? listed.women_title : listed.title) = player.title;
  }
}

std::vector<std::string> PlayerListReader::unused_columns() const {
  return form_ ? form_->unused_columns() : std::vector<std::string>();
}

void PlayerListReader::read_remark(std::string_view line) {
  line.remove_prefix(1);
  line = trim(line);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  if (!equal_ignoring_case(trim(line.substr(0, colon)), "month")) return;
  const std::string_view value = trim(line.substr(colon + 1));
  month_ = parse_list_month(value);
  if (month_) return;
  problems_({.line = line_,
             .message = fmt::format("invalid month \"{}\" (expected a form such as 2026-09)",
                                    shown(value)),
             .text = shown(line)});
}

// Reads the text before the delimiter, truncated at the maximum length. Returns false at the end of
// the source.
bool PlayerListReader::read_until(char delimiter, std::string& line, bool& is_too_long) {
  while (true) {
    if (begin_ == end_) {
      begin_ = 0;
      end_ = source_.read(buffer_);
      if (end_ == 0) return false;
    }
    const char* const from = buffer_.data() + begin_;
    const auto* const found = static_cast<const char*>(std::memchr(from, delimiter, end_ - begin_));
    const std::size_t size =
        found == nullptr ? end_ - begin_ : static_cast<std::size_t>(found - from);
    const std::size_t room = kMaxLineLength - line.size();
    line.append(from, std::min(size, room));
    is_too_long = is_too_long || size > room;
    begin_ += size + (found == nullptr ? 0 : 1);
    if (found != nullptr) return true;
  }
}

// Reads a line. Reports a line that is too long, and returns it as empty.
bool PlayerListReader::next_line(std::string& line) {
  line.clear();
  bool is_too_long = false;
  const bool has_end = read_until('\n', line, is_too_long);
  if (!has_end && line.empty()) return false;
  ++line_;
  if (is_too_long) {
    problems_({.line = line_, .message = "the line is too long", .text = shown(line)});
    line.clear();
  }
  if (line.ends_with('\r')) line.pop_back();
  if (!is_ascii(line)) line = decode_text(line).utf8;
  return true;
}

bool PlayerListReader::next(ListedPlayer& player) {
  if (is_xml_) return next_element(player);
  if (!reported_.empty()) {
    player = std::move(reported_.front());
    reported_.pop_front();
    return true;
  }
  if (!form_) return false;  // the list is a tournament report, which has ended
  std::string line;
  const ListForm::Fault fault = [&](std::size_t offset, std::size_t length, std::string message) {
    const std::string_view before = std::string_view(line).substr(0, offset);
    const std::string_view marked = std::string_view(line).substr(before.size(), length);
    problems_(
        {.line = line_,
         .column = count_code_points(before) + 1,
         .length = static_cast<std::uint32_t>(std::max<std::size_t>(1, count_code_points(marked))),
         .message = std::move(message),
         .text = shown(line)});
  };
  while (next_line(line)) {
    if (trim(line).empty()) continue;
    if (line.starts_with('#')) {
      read_remark(line);
      continue;
    }
    const std::vector<ListField> fields = form_->fields_of(line, fault);
    if (fields.empty()) continue;
    player = ListedPlayer{.line = line_};
    LineReading reading(player, fault);
    for (const ListField& field : fields) reading.take(field);
    player.has_title_field = std::ranges::any_of(fields, [](const ListField& field) {
      return field.column == ListColumn::Title || field.column == ListColumn::WomenTitle;
    });
    if (!player.name.empty()) return true;
    fault(0, line.size(), "the line has no name");
  }
  return false;
}

namespace {

struct Heading {
  std::string_view text;
  ListColumn column;
};

// The column headings of FIDE lists, old and new; longer ones before their prefixes.
constexpr Heading kFideHeadings[] = {
    {"ID Number", ListColumn::Id},
    {"Name", ListColumn::Name},
    {"Federation", ListColumn::Federation},
    {"Fed", ListColumn::Federation},
    {"Titl", ListColumn::Title},
    {"Tit", ListColumn::Title},
    {"WTit", ListColumn::WomenTitle},
    {"Sex", ListColumn::Sex},
    {"B-day", ListColumn::Birth},
    {"OTit", ListColumn::Other},
    {"SRtng", ListColumn::Standard},
    {"RRtng", ListColumn::Rapid},
    {"BRtng", ListColumn::Blitz},
    {"Games", ListColumn::Other},
    {"Born", ListColumn::Birth},
};

// The headings of tables in several languages: the letters of folded_name(). If several columns are
// of one kind, the first one in this table is used, which prefers FIDE ratings and family names.
constexpr Heading kTableHeadings[] = {
    {"fideid", ListColumn::Id},
    {"fidenumber", ListColumn::Id},
    {"fideno", ListColumn::Id},
    {"idnumber", ListColumn::Id},
    {"idfide", ListColumn::Id},
    {"codigofide", ListColumn::Id},
    {"codefide", ListColumn::Id},
    {"codicefide", ListColumn::Id},
    {"kodfide", ListColumn::Id},
    {"id", ListColumn::Id},
    {"surname", ListColumn::Name},
    {"familyname", ListColumn::Name},
    {"lastname", ListColumn::Name},
    {"nachname", ListColumn::Name},
    {"familienname", ListColumn::Name},
    {"apellidos", ListColumn::Name},
    {"apellido", ListColumn::Name},
    {"apelido", ListColumn::Name},
    {"sobrenome", ListColumn::Name},
    {"cognome", ListColumn::Name},
    {"nazwisko", ListColumn::Name},
    {"achternaam", ListColumn::Name},
    {"familiya", ListColumn::Name},
    {"name", ListColumn::Name},
    {"namevorname", ListColumn::Name},
    {"spieler", ListColumn::Name},
    {"nombre", ListColumn::Name},
    {"apellidosynombre", ListColumn::Name},
    {"apellidosnombre", ListColumn::Name},
    {"jugador", ListColumn::Name},
    {"nom", ListColumn::Name},
    {"nomprenom", ListColumn::Name},
    {"nometprenom", ListColumn::Name},
    {"joueur", ListColumn::Name},
    {"nome", ListColumn::Name},
    {"cognomenome", ListColumn::Name},
    {"giocatore", ListColumn::Name},
    {"jogador", ListColumn::Name},
    {"naam", ListColumn::Name},
    {"nazwiskoiimie", ListColumn::Name},
    {"nazwiskoimie", ListColumn::Name},
    {"zawodnik", ListColumn::Name},
    {"fio", ListColumn::Name},
    {"familiyaimya", ListColumn::Name},
    {"imya", ListColumn::Name},
    {"player", ListColumn::Name},
    {"playername", ListColumn::Name},
    {"fullname", ListColumn::Name},
    {"alias", ListColumn::Aliases},
    {"aliases", ListColumn::Aliases},
    {"federation", ListColumn::Federation},
    {"fed", ListColumn::Federation},
    {"country", ListColumn::Federation},
    {"nation", ListColumn::Federation},
    {"land", ListColumn::Federation},
    {"verband", ListColumn::Federation},
    {"federacion", ListColumn::Federation},
    {"pais", ListColumn::Federation},
    {"pays", ListColumn::Federation},
    {"federazione", ListColumn::Federation},
    {"federacao", ListColumn::Federation},
    {"federacja", ListColumn::Federation},
    {"kraj", ListColumn::Federation},
    {"federatsiya", ListColumn::Federation},
    {"strana", ListColumn::Federation},
    {"title", ListColumn::Title},
    {"fidetitle", ListColumn::Title},
    {"titl", ListColumn::Title},
    {"tit", ListColumn::Title},
    {"ti", ListColumn::Title},
    {"titel", ListColumn::Title},
    {"titulo", ListColumn::Title},
    {"titre", ListColumn::Title},
    {"titolo", ListColumn::Title},
    {"tytul", ListColumn::Title},
    {"titul", ListColumn::Title},
    {"zvanie", ListColumn::Title},
    {"womentitle", ListColumn::WomenTitle},
    {"womenstitle", ListColumn::WomenTitle},
    {"wtitle", ListColumn::WomenTitle},
    {"wtit", ListColumn::WomenTitle},
    {"fiderating", ListColumn::Standard},
    {"fideelo", ListColumn::Standard},
    {"elofide", ListColumn::Standard},
    {"fidertg", ListColumn::Standard},
    {"rtgi", ListColumn::Standard},
    {"rtgint", ListColumn::Standard},
    {"eloi", ListColumn::Standard},
    {"eloint", ListColumn::Standard},
    {"standardrating", ListColumn::Standard},
    {"stdrating", ListColumn::Standard},
    {"standard", ListColumn::Standard},
    {"std", ListColumn::Standard},
    {"srtng", ListColumn::Standard},
    {"reytingfide", ListColumn::Standard},
    {"rankingfide", ListColumn::Standard},
    {"rating", ListColumn::Standard},
    {"reyting", ListColumn::Standard},
    {"elo", ListColumn::Standard},
    {"rtg", ListColumn::Standard},
    {"rtng", ListColumn::Standard},
    {"rapidrating", ListColumn::Rapid},
    {"rapid", ListColumn::Rapid},
    {"rpd", ListColumn::Rapid},
    {"rrtng", ListColumn::Rapid},
    {"blitzrating", ListColumn::Blitz},
    {"blitz", ListColumn::Blitz},
    {"blz", ListColumn::Blitz},
    {"brtng", ListColumn::Blitz},
    {"sex", ListColumn::Sex},
    {"gender", ListColumn::Sex},
    {"geschlecht", ListColumn::Sex},
    {"sexo", ListColumn::Sex},
    {"sexe", ListColumn::Sex},
    {"sesso", ListColumn::Sex},
    {"birth", ListColumn::Birth},
    {"birthdate", ListColumn::Birth},
    {"dateofbirth", ListColumn::Birth},
    {"birthday", ListColumn::Birth},
    {"bday", ListColumn::Birth},
    {"birthyear", ListColumn::Birth},
    {"yearofbirth", ListColumn::Birth},
    {"born", ListColumn::Birth},
    {"geburtsdatum", ListColumn::Birth},
    {"geburtsjahr", ListColumn::Birth},
    {"nacimiento", ListColumn::Birth},
    {"fechadenacimiento", ListColumn::Birth},
    {"naissance", ListColumn::Birth},
    {"datedenaissance", ListColumn::Birth},
    {"nascita", ListColumn::Birth},
    {"datadinascita", ListColumn::Birth},
    {"dataurodzenia", ListColumn::Birth},
    {"geboortedatum", ListColumn::Birth},
    {"datarozhdeniya", ListColumn::Birth},
    {"godrozhdeniya", ListColumn::Birth},
};

// The headings of given names, and those that mean a given name or the whole name.
constexpr std::string_view kGivenNames[] = {"vorname",    "firstname", "givenname", "forename",
                                            "givennames", "prenom",    "prenoms",   "voornaam"};
constexpr std::string_view kNamesOrGivenNames[] = {"nombres", "imie", "imiona", "name",
                                                   "nombre",  "nome", "imya"};

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
      // In old lists, right-aligned numbers may begin before the column heading.
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

  // Offsets of characters, which equal byte offsets if all are ASCII.
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

  // Returns the number of characters by which an overlong list of other titles shifts the columns
  // after it.
  std::size_t shift_of(const Characters& line) const {
    constexpr std::size_t kMaxShift = 40;
    const std::size_t usual = header_size_;
    if (overflow_ + 1 >= spans_.size() || line.count() <= usual) return 0;
    if (line.text()[line.offset(spans_[overflow_ + 1].begin - 1)] == ' ') return 0;
    const std::size_t shift = line.count() - usual;
    return shift <= kMaxShift ? shift : 0;
  }

  std::vector<Span> spans_;
  std::size_t overflow_ = SIZE_MAX - 1;  // index of the column OTit, if it exists
  std::size_t header_size_ = 0;
  std::optional<ListMonth> month_;
};

class DividedColumns final : public ListForm {
 public:
  DividedColumns(std::string_view header, char divider) : divider_(divider) {
    std::vector<ListField> fields = split(header, nullptr);
    columns_.assign(fields.size(), ListColumn::Other);
    std::vector<std::string> headings;
    for (const ListField& field : fields) headings.push_back(letters_of(field.text));
    for (const auto& [text, column] : kTableHeadings) {
      const auto heading = std::ranges::find(headings, text);
      if (heading == headings.end() || has(column)) continue;
      columns_[static_cast<std::size_t>(heading - headings.begin())] = column;
    }
    find_given_names(headings);
    // Chess-results writes titles before the names, below an empty heading.
    const auto name = std::ranges::find(columns_, ListColumn::Name);
    const auto at = static_cast<std::size_t>(name - columns_.begin());
    if (has(ListColumn::Name) && at > 0 && fields[at - 1].text.empty() && !has(ListColumn::Title)) {
      unnamed_titles_ = at - 1;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (columns_[i] != ListColumn::Other || fields[i].text.empty() || i == given_names_) continue;
      unused_.push_back(std::move(fields[i].text));
    }
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
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool is_title =
          i == unnamed_titles_ &&
          (fields[i].text.empty() || is_fide_title(written_out_title(fields[i].text)));
      fields[i].column = is_title ? ListColumn::Title : columns_[i];
    }
    if (given_names_ < fields.size()) {
      const auto name = std::ranges::find(fields, ListColumn::Name, &ListField::column);
      if (name != fields.end()) add_given_names(fields[given_names_].text, name->text);
    }
    return fields;
  }

  bool has_name() const override { return has(ListColumn::Name); }
  std::vector<std::string> unused_columns() const override { return unused_; }

 private:
  static std::string letters_of(std::string_view heading) {
    std::string word = folded_name(heading);
    std::erase_if(word, [](char c) { return !is_letter(c); });
    return word;
  }

  void find_given_names(const std::vector<std::string>& headings) {
    const auto find_in = [&](std::span<const std::string_view> list) {
      for (std::size_t i = 0; i < headings.size() && given_names_ == SIZE_MAX; ++i) {
        const bool is_listed = std::ranges::find(list, headings[i]) != list.end();
        if (is_listed && columns_[i] == ListColumn::Other) given_names_ = i;
      }
    };
    if (!has(ListColumn::Name)) return;
    find_in(kGivenNames);
    find_in(kNamesOrGivenNames);
  }

  // Changes the family name to the whole name. The columns may also hold the whole name.
  static void add_given_names(const std::string& given, std::string& name) {
    if (name.empty() || given.empty() || name.find(',') != name.npos) return;
    const auto has_words = [](const std::string& text, const std::string& words) {
      return (' ' + text + ' ').find(' ' + words + ' ') != text.npos;
    };
    if (given.find(',') != given.npos || has_words(given, name)) {
      name = given;
    } else if (!has_words(name, given)) {
      name += ", " + given;
    }
  }

  bool has(ListColumn column) const {
    return std::ranges::find(columns_, column) != columns_.end();
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

  // Returns the offset after the closing quote of a field.
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
  std::vector<std::string> unused_;
  std::size_t given_names_ = SIZE_MAX;     // index of the column of given names
  std::size_t unnamed_titles_ = SIZE_MAX;  // index of the titles' column without a heading
};

}  // namespace

std::unique_ptr<ListForm> form_of(std::string_view header, RatingKind only) {
  if (equal_ignoring_case(trim(header).substr(0, 9), "ID Number") &&
      header.find_first_of("\t,;") == std::string_view::npos) {
    return std::make_unique<FixedColumns>(header, only);
  }
  char divider = '\n';  // a table with a single column
  if (header.find(',') != std::string_view::npos) divider = ',';
  if (header.find(';') != std::string_view::npos) divider = ';';
  if (header.find('\t') != std::string_view::npos) divider = '\t';
  return std::make_unique<DividedColumns>(header, divider);
}

}  // namespace arbiter
