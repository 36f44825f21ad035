CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"fields" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"device_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_kind" CHECK ("drafts"."kind" in ('article', 'artifact', 'conservation', 'event', 'heritage', 'media', 'poem', 'product', 'proverb', 'vocabulary'))
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_newest" ON "drafts" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "drafts_files" ON "drafts" USING gin ("file_ids");