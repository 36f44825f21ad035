CREATE TABLE "refused_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"answer" text NOT NULL,
	"is_address" boolean NOT NULL,
	"refused_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refused_emails_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "known_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "refused_emails_newest" ON "refused_emails" USING btree ("refused_at","id");--> statement-breakpoint
UPDATE "event_registrations" SET "known_title" = "entries"."title" FROM "entries" WHERE "entries"."id" = "event_registrations"."entry_id";
