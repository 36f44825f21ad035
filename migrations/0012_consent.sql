CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"people" text[] NOT NULL,
	"given_by" text NOT NULL,
	"giver_id" uuid,
	"how" text NOT NULL,
	"evidence_id" uuid,
	"purposes" text[] NOT NULL,
	"given_at" timestamp(3) with time zone NOT NULL,
	"review_at" timestamp(3) with time zone,
	"note" text,
	"entered_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_how" CHECK ("consents"."how" in ('spoken', 'written')),
	CONSTRAINT "consents_purposes" CHECK ("consents"."purposes" <@ array['family', 'community', 'school', 'public', 'sale', 'machine-learning']
        and cardinality("consents"."purposes") > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"entry_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text,
	"act" text NOT NULL,
	"hashes" text[] NOT NULL,
	"actor_id" uuid,
	"reason" text,
	CONSTRAINT "ledger_act" CHECK ("ledger"."act" in ('removed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "exact_points" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "blurred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_giver_id_accounts_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_entered_by_accounts_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exact_points" ADD CONSTRAINT "exact_points_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_entry_id_index" ON "consents" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "consents_giver_id_created_at_index" ON "consents" USING btree ("giver_id","created_at");--> statement-breakpoint
CREATE INDEX "consents_review_at_id_index" ON "consents" USING btree ("review_at","id");--> statement-breakpoint
CREATE INDEX "consents_evidence_id_index" ON "consents" USING btree ("evidence_id");--> statement-breakpoint
CREATE INDEX "ledger_at_id_index" ON "ledger" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "ledger_withdrawn" ON "ledger" USING gin ("hashes") WHERE "ledger"."act" = 'withdrawn';--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_point" CHECK (case when num_nonnulls("entries"."latitude", "entries"."longitude") = 2
        then "entries"."latitude" between -90 and 90 and "entries"."longitude" between -180 and 180
        else num_nonnulls("entries"."latitude", "entries"."longitude") = 0 and not "entries"."blurred" end);