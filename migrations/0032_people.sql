ALTER TABLE "accounts" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "public_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "entries_newest_of_author" ON "entries" USING btree ("author_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "entries"."state" = 'published';