CREATE TABLE "file_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"file_id" uuid NOT NULL,
	"event" text NOT NULL,
	"outcome" text NOT NULL,
	"sha256" text NOT NULL,
	"note" text,
	"actor_id" uuid
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "codec" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "checked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "damage" text;--> statement-breakpoint
ALTER TABLE "file_events" ADD CONSTRAINT "file_events_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_events_file_id_at_index" ON "file_events" USING btree ("file_id","at");--> statement-breakpoint
CREATE INDEX "file_events_at_index" ON "file_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "file_events_actor_id_index" ON "file_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "files_to_check" ON "files" USING btree ("checked_at" NULLS FIRST,"id") WHERE "files"."stored_at" is not null;--> statement-breakpoint
CREATE INDEX "files_damaged" ON "files" USING btree ("id") WHERE "files"."damage" is not null;