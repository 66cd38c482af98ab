CREATE VIEW findings AS
SELECT
  finding.game AS game,
  finding.ply AS ply,
  CASE WHEN finding.ply > 0 THEN (finding.ply + 1 + {0}) / 2 END AS move,
  CASE WHEN finding.ply > 0 THEN
    CASE (finding.ply + {0}) % 2 WHEN 1 THEN 'white' ELSE 'black' END END AS side,
  finding_kind.name AS finding,
  finding_kind.severity AS severity
FROM finding
JOIN finding_kind ON finding_kind.id = finding.kind
JOIN game ON game.id = finding.game
WHERE game.flags & 1 = 0;
