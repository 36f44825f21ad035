CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"phone" text NOT NULL,
	"show_me" boolean NOT NULL,
	"state" text NOT NULL,
	"reminded_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_registrations_state" CHECK ("event_registrations"."state" in ('registered', 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"location" text NOT NULL,
	"venue" text,
	"address" text,
	"map_url" text,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone NOT NULL,
	"description" text NOT NULL,
	"schedule" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"capacity" integer,
	"cancelled_at" timestamp(3) with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "events_end_after_start" CHECK ("events"."end_date" >= "events"."start_date"),
	CONSTRAINT "events_capacity" CHECK ("events"."capacity" > 0)
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_entry_id_events_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."events"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_email" ON "event_registrations" USING btree ("entry_id","email");--> statement-breakpoint
CREATE INDEX "event_registrations_in_turn" ON "event_registrations" USING btree ("entry_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_account_id_index" ON "event_registrations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("start_date" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_by_end" ON "events" USING btree ("end_date");