CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text
);
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "contributor" text;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "concept" text;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "concepticon_id" text;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD COLUMN "concepticon_gloss" text;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_newest_of_batch" ON "entries" USING btree ("batch_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "entries"."batch_id" is not null;--> statement-breakpoint
-- Entries of earlier imports. The id of an import is that of its batch.
INSERT INTO "batches" ("id") SELECT "id" FROM "imports";--> statement-breakpoint
UPDATE "entries" e SET "batch_id" = r."import_id" FROM "import_rows" r
  WHERE r."entry_id" = e."id" AND r."outcome" IN ('added', 'kept') AND e."author_id" IS NULL;
