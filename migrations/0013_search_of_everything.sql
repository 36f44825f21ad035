DROP INDEX "entries_search";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "names" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "folding" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was written before: its text beside it as new entries bring it. The site folds it when it starts (folding 0).
CREATE FUNCTION pg_temp.said(VARIADIC parts text[]) RETURNS text LANGUAGE sql AS
$$ SELECT coalesce(string_agg(part, E'\n' ORDER BY at), '') FROM unnest(parts) WITH ORDINALITY said (part, at) WHERE part <> '' $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.plain(html text) RETURNS text LANGUAGE sql AS
$$ SELECT trim(regexp_replace(replace(replace(replace(replace(regexp_replace(html, '<[^>]*>', ' ', 'g'),
  '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\s+', ' ', 'g')) $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.labels(entry uuid) RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(label, E'\n' ORDER BY position) FROM entry_files WHERE entry_id = entry AND label <> '' $$;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(VARIADIC ARRAY[pg_temp.plain(t.content), t.category] || t.tags) FROM articles t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(VARIADIC ARRAY[t.description, t.use] || t.materials || ARRAY[t.maker, t.period, t.dimensions, t.held_at, pg_temp.labels(e.id)]),
  names = array_remove(ARRAY[t.local_name], NULL) FROM artifacts t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(t.threat, t.treatment, t.conservator, pg_temp.labels(e.id)) FROM conservation t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(VARIADIC ARRAY[t.description, t.location, t.venue, t.address,
  (SELECT string_agg(concat_ws(E'\n', item ->> 'title', nullif(item ->> 'description', '')), E'\n' ORDER BY at) FROM jsonb_array_elements(t.schedule) WITH ORDINALITY plan (item, at)), t.category] || t.tags)
  FROM events t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(t.summary, pg_temp.plain(t.body), t.place, t.narrator, pg_temp.labels(e.id)) FROM heritage t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(VARIADIC ARRAY[t.description, t.transcript, t.translation] || t.speakers || ARRAY[t.place, t.language] || t.tags) FROM media t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(t.original, t.translation, t.poet) FROM poems t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(t.original, t.translation, t.meaning) FROM proverbs t WHERE t.entry_id = e.id;--> statement-breakpoint
UPDATE entries e SET words = pg_temp.said(t.english, t.meaning, t.example ->> 'marakwet', t.example ->> 'english', t.dialect),
  names = array_remove(ARRAY[t.ipa], NULL) || (SELECT coalesce(array_agg(term), '{}') FROM vocabulary_terms v WHERE v.entry_id = e.id AND NOT v.inside) FROM vocabulary t WHERE t.entry_id = e.id;--> statement-breakpoint
CREATE INDEX "entries_changed" ON "entries" USING btree ("updated_at","id") WHERE "entries"."state" = 'published' and "entries"."visibility" = 'public';--> statement-breakpoint
CREATE INDEX "entries_search" ON "entries" USING gin ("search") WITH (fastupdate=false);