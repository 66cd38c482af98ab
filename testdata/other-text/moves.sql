BEGIN;
INSERT INTO moves (game, ply, san) VALUES
(1, 1, 'e4'),
(1, 2, 'e5'),
(1, 3, 'Nf3'),
(1, 4, 'Nc6');
COMMIT;
