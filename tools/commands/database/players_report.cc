#include "tools/commands/database/players_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {

using namespace sqlite;
namespace {

std::vector<std::string> other_names(const Person& person) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < person.names.size(); ++i) names.push_back(person.names[i].name);
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "; ") + name;
  return text;
}

struct NameRow {
  const Person& person;
  const PersonName& name;
  std::string why;
};

struct EvidenceRow {
  const PersonEvidence& evidence;
  std::string others;
};

std::string_view to_string(PersonEvidence::Kind kind) {
  switch (kind) {
    case PersonEvidence::Kind::FideId:
      return "fide-id";
    case PersonEvidence::Kind::List:
      return "list";
    case PersonEvidence::Kind::Conflict:
      return "conflict";
    case PersonEvidence::Kind::Suggestion:
      break;
  }
  return "suggestion";
}

// Why a name is that of its person: the last change that put it there.
std::string why_of(const Person& person, const PersonName& name,
                   std::span<const PersonChange> changes) {
  const PersonName& first = person.names.front();
  if (name.id == first.id) return "most frequent";
  if (name.folded == first.folded) return "differs only in case, accents or punctuation";
  for (std::size_t i = changes.size(); i > 0; --i) {
    const PersonChange& change = changes[i - 1];
    const auto holds = [](const PersonName& one) {
      return [&one](const PersonChange::Move& move) { return move.name == one.id; };
    };
    const bool is_meant = std::ranges::any_of(change.moves, holds(name)) ||
                          std::ranges::any_of(change.moves, holds(first));
    if (change.what == "merge" && is_meant) {
      return fmt::format("change {}: {}", change.number, change.why);
    }
  }
  return "merged";
}

}  // namespace

void print_persons(std::span<const Person> persons, AnswerFormat format, Console& console) {
  using Design = RecordDesign<Person>;
  const std::vector<Design::ShownColumn> columns = {
      {name_column("Player"), [](const Person& one) { return Cell{one.name()}; }},
      {number_column("Games"), [](const Person& one) { return Cell{with_commas(one.games)}; }},
      {number_column("Names"),
       [](const Person& one) { return Cell{with_commas(one.names.size())}; }},
      {{.heading = "Other names", .importance = 1, .min_width = 12},
       [](const Person& one) { return Cell{joined(other_names(one))}; }},
  };
  const std::vector<Design::NamedField> fields = {
      {{"player"}, [](const Person& one) { return Value::of(one.name()); }},
      {{"games"}, [](const Person& one) { return Value::of(one.games); }},
      {{"other_names", FieldOf::Json},
       [](const Person& one) { return Value::of_list(other_names(one)); }},
      {{"other_names", FieldOf::Csv},
       [](const Person& one) { return Value::of_known(joined(other_names(one))); }},
  };
  Records<Person> table(format, {.type = "player", .columns = columns, .fields = fields}, console);
  for (const Person& person : persons) table.add(person);
  table.finish();
}

void print_names(std::span<const Person> persons, std::span<const PersonChange> changes,
                 AnswerFormat format, Console& console) {
  using Design = RecordDesign<NameRow>;
  const std::vector<Design::ShownColumn> columns = {
      {name_column("Player"), [](const NameRow& row) { return Cell{row.person.name()}; }},
      {name_column("Name"), [](const NameRow& row) { return Cell{row.name.name}; }},
      {number_column("Games"),
       [](const NameRow& row) { return Cell{with_commas(row.name.games)}; }},
      {{.heading = "Why", .importance = 1, .min_width = 20},
       [](const NameRow& row) { return Cell{row.why}; }},
  };
  const std::vector<Design::NamedField> fields = {
      {{"player"}, [](const NameRow& row) { return Value::of(row.person.name()); }},
      {{"name"}, [](const NameRow& row) { return Value::of(row.name.name); }},
      {{"games"}, [](const NameRow& row) { return Value::of(row.name.games); }},
      {{"why"}, [](const NameRow& row) { return Value::of(row.why); }},
  };
  Records<NameRow> table(format, {.type = "name", .columns = columns, .fields = fields}, console);
  for (const Person& person : persons) {
    for (const PersonName& name : person.names) {
      table.add({person, name, why_of(person, name, changes)});
    }
  }
  table.finish();
}

void print_evidence(std::span<const PersonEvidence> evidence, AnswerFormat format,
                    Console& console) {
  using Design = RecordDesign<EvidenceRow>;
  const std::vector<Design::ShownColumn> columns = {
      {{.heading = "Evidence"},
       [](const EvidenceRow& row) { return Cell{std::string(to_string(row.evidence.kind))}; }},
      {name_column("Player"),
       [](const EvidenceRow& row) { return Cell{row.evidence.persons.front()->name()}; }},
      {name_column("Also"), [](const EvidenceRow& row) { return Cell{row.others}; }},
      {{.heading = "Why", .importance = 1, .min_width = 20},
       [](const EvidenceRow& row) { return Cell{row.evidence.why}; }},
  };
  const std::vector<Design::NamedField> fields = {
      {{"evidence"},
       [](const EvidenceRow& row) { return Value::of(to_string(row.evidence.kind)); }},
      {{"player"},
       [](const EvidenceRow& row) { return Value::of(row.evidence.persons.front()->name()); }},
      {{"also"}, [](const EvidenceRow& row) { return Value::of_known(row.others); }},
      {{"why"}, [](const EvidenceRow& row) { return Value::of(row.evidence.why); }},
  };
  Records<EvidenceRow> table(format, {.type = "evidence", .columns = columns, .fields = fields},
                             console);
  for (const PersonEvidence& one : evidence) {
    std::vector<std::string> others;
    for (std::size_t i = 1; i < one.persons.size(); ++i) others.push_back(one.persons[i]->name());
    table.add({one, joined(others)});
  }
  table.finish();
}

void print_changes(std::span<const PersonChange> changes, AnswerFormat format, Console& console) {
  using Design = RecordDesign<PersonChange>;
  const std::vector<Design::ShownColumn> columns = {
      {number_column("Change"),
       [](const PersonChange& one) { return Cell{std::to_string(one.number)}; }},
      {{.heading = "What"}, [](const PersonChange& one) { return Cell{one.what}; }},
      {number_column("Names"),
       [](const PersonChange& one) { return Cell{with_commas(one.moves.size())}; }},
      {{.heading = "Why", .min_width = 20}, [](const PersonChange& one) { return Cell{one.why}; }},
  };
  const std::vector<Design::NamedField> fields = {
      {{"change"}, [](const PersonChange& one) { return Value::of(one.number); }},
      {{"what"}, [](const PersonChange& one) { return Value::of(one.what); }},
      {{"names"}, [](const PersonChange& one) { return Value::of(one.moves.size()); }},
      {{"why"}, [](const PersonChange& one) { return Value::of(one.why); }},
  };
  Records<PersonChange> table(format, {.type = "change", .columns = columns, .fields = fields},
                              console);
  for (const PersonChange& change : changes) table.add(change);
  table.finish();
}

}  // namespace arbiter
