ALTER TABLE "reports" DROP CONSTRAINT "reports_entry_id_entries_id_fk";
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_comment_id_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reported" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "reports" SET "author_id" = "entries"."author_id", "reported" = jsonb_build_object('title', "entries"."title", 'text', "entries"."words", 'visibility', "entries"."visibility", 'groups', to_jsonb("entries"."groups")) FROM "entries" WHERE "entries"."id" = "reports"."entry_id";--> statement-breakpoint
UPDATE "reports" SET "author_id" = "comments"."author_id", "reported" = jsonb_build_object('title', "entries"."title", 'text', "comments"."text", 'visibility', "entries"."visibility", 'groups', to_jsonb("entries"."groups")) FROM "comments" JOIN "entries" ON "entries"."id" = "comments"."entry_id" WHERE "comments"."id" = "reports"."comment_id";
