-- The form of a word was called "marakwet". The previous release reads and writes that name for some minutes beside this
-- one, so triggers give each row both names. The next release drops the triggers, their functions, the column
-- "marakwet", and the key "marakwet" in "example".
ALTER TABLE "vocabulary" RENAME COLUMN "marakwet" TO "form";--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "marakwet" text;--> statement-breakpoint
UPDATE "vocabulary" SET "marakwet" = "form",
    "example" = "example" || jsonb_build_object('form', "example" -> 'marakwet');--> statement-breakpoint
CREATE FUNCTION "vocabulary_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.form := coalesce(NEW.form, NEW.marakwet);
  ELSIF NEW.form IS NOT DISTINCT FROM OLD.form AND NEW.marakwet IS DISTINCT FROM OLD.marakwet THEN
    NEW.form := NEW.marakwet;
  END IF;
  NEW.marakwet := NEW.form;
  IF NEW.example ? 'form' THEN
    NEW.example := NEW.example || jsonb_build_object('marakwet', NEW.example -> 'form');
  ELSIF NEW.example ? 'marakwet' THEN
    NEW.example := NEW.example || jsonb_build_object('form', NEW.example -> 'marakwet');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "vocabulary_names" BEFORE INSERT OR UPDATE ON "vocabulary"
    FOR EACH ROW EXECUTE FUNCTION "vocabulary_names"();--> statement-breakpoint
-- Versions have the new names only, also those that the previous release still writes.
CREATE FUNCTION "versions_names"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own jsonb := NEW.record -> 'own';
BEGIN
  own := own - 'marakwet' || jsonb_build_object('form', own -> 'marakwet');
  IF own -> 'example' ? 'marakwet' THEN
    own := jsonb_set(own, '{example}', (own -> 'example') - 'marakwet'
      || jsonb_build_object('form', own -> 'example' -> 'marakwet'));
  END IF;
  NEW.record := jsonb_set(NEW.record, '{own}', own);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "versions_names" BEFORE INSERT OR UPDATE ON "versions"
    FOR EACH ROW WHEN (NEW.record -> 'own' ? 'marakwet') EXECUTE FUNCTION "versions_names"();--> statement-breakpoint
UPDATE "versions" SET "record" = "record" WHERE "record" -> 'own' ? 'marakwet';
