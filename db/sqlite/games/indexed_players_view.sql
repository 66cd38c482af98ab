CREATE VIEW players AS
SELECT id, name, games_as_white + games_as_black AS games, games_as_white, games_as_black
FROM (
  SELECT
    player.id AS id,
    player.name AS name,
    (SELECT count(*) FROM player AS one CROSS JOIN game ON game.white = one.id
     WHERE one.folded = player.folded AND game.flags & 1 = 0) AS games_as_white,
    (SELECT count(*) FROM player AS one CROSS JOIN game ON game.black = one.id
     WHERE one.folded = player.folded AND game.flags & 1 = 0) AS games_as_black
  FROM player
  WHERE player.id = (
    SELECT one.id FROM player AS one WHERE one.folded = player.folded
    ORDER BY (SELECT count(*) FROM game WHERE game.white = one.id AND game.flags & 1 = 0) +
      (SELECT count(*) FROM game WHERE game.black = one.id AND game.flags & 1 = 0) DESC, one.id
    LIMIT 1)
);
