// Games of a text as the database would keep them.
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

// What a reader of the database would be given of a game; its number is 1. Ends the test
// where the moves cannot be unpacked.
StoredGame stored_game(const GameDraft& draft, const DraftBatch& batch);

// The games one by one: as it was read and checked, and as the only one of a batch.
using DraftVisit = std::function<void(const CheckedGame& checked, const DraftBatch& batch)>;
void visit_drafts(ByteSource& source, const DrafterOptions& options, const DraftVisit& visit);
void visit_drafts(std::string_view text, const DrafterOptions& options, const DraftVisit& visit);

// All games of a text in one batch.
DraftBatch drafts_of(std::string_view text, const DrafterOptions& options = {});

}  // namespace arbiter::testing
