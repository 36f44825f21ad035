DROP INDEX "entries_open";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "entries_unlisted" ON "entries" USING btree ("author_id") WHERE "entries"."unlisted";--> statement-breakpoint
CREATE INDEX "entries_open" ON "entries" USING btree ("type","visibility","unlisted") WHERE "entries"."state" = 'published' and "entries"."groups" = '{}';