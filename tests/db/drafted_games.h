// Games in a text, as the database would store them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/import/game_drafter.h"
#include "db/model/stored_game.h"
#include "lib/io/byte_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the game as the database would return it, with id 1. Ends the test if the moves cannot be
// unpacked.
StoredGame stored_game(const GameDraft& draft, const DraftBatch& batch);

// Receives each game, both checked and as the only game of a batch.
using DraftVisit = std::function<void(const CheckedGame& checked, const DraftBatch& batch)>;
void visit_drafts(ByteSource& source, const DrafterOptions& options, const DraftVisit& visit);
void visit_drafts(std::string_view text, const DrafterOptions& options, const DraftVisit& visit);

// Returns all games in a text as one batch.
DraftBatch drafts_of(std::string_view text, const DrafterOptions& options = {});

}  // namespace arbiter::testing
