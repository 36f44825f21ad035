CREATE TABLE "vocabulary_asks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"asker_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vocabulary_asks_secret" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD COLUMN "speaker_name" text;--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD COLUMN "consent_id" uuid;--> statement-breakpoint
ALTER TABLE "vocabulary_asks" ADD CONSTRAINT "vocabulary_asks_entry_id_vocabulary_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."vocabulary"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary_asks" ADD CONSTRAINT "vocabulary_asks_asker_id_accounts_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vocabulary_asks_entry_id_index" ON "vocabulary_asks" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "vocabulary_asks_asker_id_index" ON "vocabulary_asks" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "vocabulary_asks_answered" ON "vocabulary_asks" USING btree ("answered_at","id") WHERE "vocabulary_asks"."answered_at" is not null;--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD CONSTRAINT "vocabulary_pronunciations_consent_id_files_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vocabulary_pronunciations_consent" ON "vocabulary_pronunciations" USING btree ("consent_id");