CREATE TABLE "transcripts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"author_id" uuid,
	"language" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"translation" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "peaks" smallint[];--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "processing" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "percent" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "transcript" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "translation" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "speakers" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "recorded_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_entry_id_media_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."media"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcripts_entry_id_created_at_index" ON "transcripts" USING btree ("entry_id","created_at");--> statement-breakpoint
CREATE INDEX "transcripts_author_id_index" ON "transcripts" USING btree ("author_id");