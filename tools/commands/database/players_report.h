// What `players` prints.
#pragma once

#include <span>
#include <vector>

#include "db/sqlite/query/persons.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"
#include "tools/commands/database/person_evidence.h"

namespace arbiter {

// One row a person.
void print_persons(std::span<const sqlite::Person> persons, AnswerFormat format, Console& console);
// One row a name, with the reason why it is the person's.
void print_names(std::span<const sqlite::Person> persons,
                 std::span<const sqlite::PersonChange> changes, AnswerFormat format,
                 Console& console);
void print_evidence(std::span<const PersonEvidence> evidence, AnswerFormat format,
                    Console& console);
void print_changes(std::span<const sqlite::PersonChange> changes, AnswerFormat format,
                   Console& console);

}  // namespace arbiter
