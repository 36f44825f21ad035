CREATE TABLE "languages" (
	"tag" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"iso639_3" text,
	"glottocode" text,
	"parent" text,
	"position" integer NOT NULL,
	CONSTRAINT "languages_iso639_3_unique" UNIQUE("iso639_3"),
	CONSTRAINT "languages_glottocode_unique" UNIQUE("glottocode")
);
--> statement-breakpoint
INSERT INTO "languages" ("tag", "name", "iso639_3", "glottocode", "position") VALUES ('enb', 'Markweeta', 'enb', 'mark1255', 0);--> statement-breakpoint
-- The default serves the previous release while both run: it names no language.
ALTER TABLE "poems" ADD COLUMN "language" text NOT NULL DEFAULT 'enb';--> statement-breakpoint
ALTER TABLE "proverbs" ADD COLUMN "language" text NOT NULL DEFAULT 'enb';--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "bibtex" text;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "language" text NOT NULL DEFAULT 'enb';--> statement-breakpoint
ALTER TABLE "languages" ADD CONSTRAINT "languages_parent_languages_tag_fk" FOREIGN KEY ("parent") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "poems" ADD CONSTRAINT "poems_language_languages_tag_fk" FOREIGN KEY ("language") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "proverbs" ADD CONSTRAINT "proverbs_language_languages_tag_fk" FOREIGN KEY ("language") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_language_languages_tag_fk" FOREIGN KEY ("language") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
-- Words of a CLDF dataset had the name of their language in "dialect" only. NumeralBank's ids begin with a Glottocode.
CREATE TEMPORARY TABLE "imported_languages" ON COMMIT DROP AS
    select lower(dialect) as dialect, min(dialect) as name, substring(min(source_id) from '/([a-z]{4}[0-9]{4})-') as glottocode
    from "vocabulary"
    where source_id like '%/%' and dialect is not null and dialect !~* 'mar[ak]?kw[ae]'
      and dialect not in ('Endo', 'Markweta', 'Almoo', 'Cherang''any', 'Sombirir')
    group by 1;--> statement-breakpoint
DELETE FROM "imported_languages" WHERE "glottocode" = 'mark1255';--> statement-breakpoint
INSERT INTO "languages" ("tag", "name", "glottocode", "position")
    select distinct on (1) 'mis-x-' || coalesce(glottocode, left(md5(dialect), 8)), name, glottocode, 1
    from "imported_languages" order by 1, name;--> statement-breakpoint
UPDATE "vocabulary" SET "language" = 'mis-x-' || coalesce(i.glottocode, left(md5(i.dialect), 8))
    from "imported_languages" i where lower("vocabulary".dialect) = i.dialect and "vocabulary".source_id like '%/%';
