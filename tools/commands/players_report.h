// What `players` prints.
#pragma once

#include <span>
#include <vector>

#include "db/games/person_changes.h"
#include "db/query/persons.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"
#include "tools/commands/person_evidence.h"

namespace arbiter::commands {

// One row a person.
void print_persons(std::span<const Person> persons, AnswerFormat format, Console& console);
// One row a name, with the reason why it is the person's.
void print_names(std::span<const Person> persons, std::span<const PersonChange> changes,
                 AnswerFormat format, Console& console);
void print_evidence(std::span<const PersonEvidence> evidence, AnswerFormat format,
                    Console& console);
void print_changes(std::span<const PersonChange> changes, AnswerFormat format, Console& console);

}  // namespace arbiter::commands
