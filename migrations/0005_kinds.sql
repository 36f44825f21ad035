CREATE TABLE "poems" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"original" text NOT NULL,
	"translation" text,
	"poet" text
);
--> statement-breakpoint
CREATE TABLE "proverbs" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"original" text NOT NULL,
	"translation" text,
	"meaning" text
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"text" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"note" text,
	"handled_by" uuid,
	"handled_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "poems" ADD CONSTRAINT "poems_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proverbs" ADD CONSTRAINT "proverbs_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_handled_by_accounts_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;