-- Most entries can be by one person, such as a keeper who imported the dictionary. PostgreSQL would conclude that any
-- author has most of the entries, and read all of them for each account that it looks up.
ALTER TABLE "entries" ALTER COLUMN "author_id" SET (n_distinct = -0.05);--> statement-breakpoint
-- Statistics of an empty table would make PostgreSQL read all of it for each row of the first import.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "entries") THEN ANALYZE "entries"; END IF;
END $$;
