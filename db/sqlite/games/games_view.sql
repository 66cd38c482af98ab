CREATE {} games AS
SELECT
  game.id AS id,
  {} AS white,
  {} AS black,
  game.white_elo AS white_elo,
  game.black_elo AS black_elo,
  {} AS event,
  (SELECT site.name FROM site WHERE site.id = game.site) AS site,
  {} AS date,
  game.round AS round,
  {} AS result,
  {} AS eco,
  (SELECT opening.name FROM opening WHERE opening.id = game.opening >> {}) AS opening,
  (SELECT {} FROM opening WHERE opening.id = game.opening >> {}) AS opening_eco,
  CASE WHEN game.opening > 0 THEN game.opening & {} END AS opening_ply,
  CASE WHEN (game.flags & 16) = 0 THEN game.plies END AS plies,
  {} AS ending,
  game.start AS start,
  (SELECT source.name FROM source WHERE source.id = game.source) AS source,
  game.offset AS offset,
  game.line AS line,
  (game.flags & 2) <> 0 AS is_incomplete,
  (game.flags & 8) <> 0 AS is_duplicate,
  (game.flags & 16) <> 0 AS is_unchecked
FROM game{}
WHERE game.flags & 1 = 0;
