CREATE TABLE "entry_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"relation" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entry_links_once" UNIQUE("from_id","to_id","relation"),
	CONSTRAINT "entry_links_of_two" CHECK ("entry_links"."from_id" <> "entry_links"."to_id"),
	CONSTRAINT "entry_links_relation" CHECK ("entry_links"."relation" in ('references', 'requires', 'isPartOf', 'isVersionOf', 'relation'))
);
--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_from_id_entries_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_to_id_entries_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_links_to" ON "entry_links" USING btree ("to_id");