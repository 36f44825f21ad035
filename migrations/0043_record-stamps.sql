CREATE TABLE "changed_entries" (
	"entry_id" uuid NOT NULL,
	"type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_stamps" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stamp" timestamp(3) with time zone NOT NULL,
	"listed_at" timestamp(3) with time zone,
	"digest" text
);
--> statement-breakpoint
CREATE INDEX "record_stamps_changed" ON "record_stamps" USING btree ("stamp","entry_id");--> statement-breakpoint
CREATE INDEX "record_stamps_changed_of_type" ON "record_stamps" USING btree ("type","stamp","entry_id");--> statement-breakpoint
CREATE INDEX "record_stamps_listed" ON "record_stamps" USING btree ("listed_at","entry_id") WHERE "record_stamps"."digest" is not null;--> statement-breakpoint
CREATE INDEX "record_stamps_listed_of_type" ON "record_stamps" USING btree ("type","listed_at","entry_id") WHERE "record_stamps"."digest" is not null;--> statement-breakpoint
-- The triggers below note each entry that is public before or after a change of what harvesters are told about it: its
-- row, the row of its type, its files, the recordings of a word and the name of its author. A record that turns out to
-- be the same keeps its stamp, so that a trigger may note too much, but never too little.
CREATE FUNCTION "is_public"("e" "entries") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  -- This is the condition of `listed(null)` in content/entry/visibility/rules.ts. A test compares them.
  SELECT e.state = 'published' AND e.visibility = 'public' AND e.groups = '{}' AND NOT e.unlisted
    AND e.type <> 'suggestion'
$$;--> statement-breakpoint
CREATE FUNCTION "note_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_public(OLD) THEN
      INSERT INTO changed_entries (entry_id, type) VALUES (OLD.id, OLD.type);
    END IF;
  ELSIF is_public(NEW) OR TG_OP = 'UPDATE' AND is_public(OLD) THEN
    INSERT INTO changed_entries (entry_id, type) VALUES (NEW.id, NEW.type);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.entry_id IS NOT NULL OR NEW.entry_id IS NOT NULL THEN
    INSERT INTO changed_entries (entry_id, type)
      SELECT e.id, e.type FROM entries e WHERE e.id IN (OLD.entry_id, NEW.entry_id) AND is_public(e);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_author"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_entries (entry_id, type)
    SELECT e.id, e.type FROM entries e WHERE e.author_id = NEW.id AND is_public(e);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Removed entries reach the ledger of a site that never had them by an archive package, or by a restore.
CREATE FUNCTION "note_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_entries (entry_id, type) VALUES (NEW.entry_id, NEW.type);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "note_entry" AFTER INSERT OR UPDATE OR DELETE ON "entries"
    FOR EACH ROW EXECUTE FUNCTION "note_entry"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER INSERT OR UPDATE OR DELETE ON "files"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER INSERT OR UPDATE OR DELETE ON "vocabulary_pronunciations"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_author" AFTER UPDATE OF "name" ON "accounts"
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION "note_author"();--> statement-breakpoint
CREATE TRIGGER "note_removed" AFTER INSERT ON "ledger"
    FOR EACH ROW WHEN (NEW.was_public) EXECUTE FUNCTION "note_removed"();--> statement-breakpoint
-- An entry's row of its type is inserted with the entry and deleted with it, so only its changes are left.
CREATE TRIGGER "note_part" AFTER UPDATE ON "articles"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "artifacts"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "conservation"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "events"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "heritage"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "media"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "poems"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "products"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "proverbs"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
CREATE TRIGGER "note_part" AFTER UPDATE ON "vocabulary"
    FOR EACH ROW EXECUTE FUNCTION "note_part"();--> statement-breakpoint
-- Every record counts as changed now, because harvesters may have missed some: earlier stamps were given before the
-- change was committed. The first run computes the digests.
INSERT INTO "record_stamps" ("entry_id", "type", "stamp", "listed_at", "digest")
  SELECT e.id, e.type, clock_timestamp(), coalesce(e.published_at, e.created_at), '' FROM "entries" e WHERE is_public(e);--> statement-breakpoint
-- Entries that are not public any more: removed ones, those that are hidden or drafts now, and those with an earlier
-- version that everyone could see.
INSERT INTO "record_stamps" ("entry_id", "type", "stamp")
  SELECT l.entry_id, l.type, clock_timestamp() FROM "ledger" l WHERE l.was_public
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "record_stamps" ("entry_id", "type", "stamp")
  SELECT e.id, e.type, clock_timestamp() FROM "entries" e
  WHERE NOT is_public(e) AND e.type <> 'suggestion' AND e.published_at IS NOT NULL
    AND (e.state <> 'published' AND e.visibility = 'public' AND e.groups = '{}' AND NOT e.unlisted
      OR EXISTS (SELECT FROM "versions" v WHERE v.entry_id = e.id AND v.record -> 'entry' ->> 'state' = 'published'
        AND v.record -> 'entry' ->> 'visibility' = 'public' AND v.record -> 'entry' -> 'groups' = '[]'))
  ON CONFLICT DO NOTHING;
