CREATE TABLE "hiding_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"moderator_id" uuid,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hidings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid,
	"author_id" uuid,
	"act_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "report_voices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"words" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_voices_one_each" UNIQUE("report_id","reporter_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"newest_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"resolution" text,
	"note" text,
	"closed_by" uuid,
	"closed_at" timestamp(3) with time zone,
	CONSTRAINT "reports_resolution" CHECK ("reports"."resolution" in ('hidden', 'kept', 'restored')),
	CONSTRAINT "reports_closed" CHECK (("reports"."resolution" is null) = ("reports"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "hiding_acts" ADD CONSTRAINT "hiding_acts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hiding_acts" ADD CONSTRAINT "hiding_acts_moderator_id_accounts_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidings" ADD CONSTRAINT "hidings_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidings" ADD CONSTRAINT "hidings_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidings" ADD CONSTRAINT "hidings_act_id_hiding_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."hiding_acts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_voices" ADD CONSTRAINT "report_voices_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_voices" ADD CONSTRAINT "report_voices_reporter_id_accounts_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hiding_acts_account_id_index" ON "hiding_acts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "hiding_acts_newest" ON "hiding_acts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hidings_entry_id_index" ON "hidings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "hidings_author_id_index" ON "hidings" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "hidings_act_id_index" ON "hidings" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "report_voices_reporter_id_created_at_index" ON "report_voices" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("entry_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("newest_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_entry" ON "reports" USING btree ("entry_id");