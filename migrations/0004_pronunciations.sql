CREATE TABLE "vocabulary_pronunciations" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"speaker_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD CONSTRAINT "vocabulary_pronunciations_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD CONSTRAINT "vocabulary_pronunciations_entry_id_vocabulary_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."vocabulary"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD CONSTRAINT "vocabulary_pronunciations_speaker_id_accounts_id_fk" FOREIGN KEY ("speaker_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vocabulary_pronunciations_first" ON "vocabulary_pronunciations" USING btree ("entry_id","created_at","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vocabulary_pronunciations_own" ON "vocabulary_pronunciations" USING btree ("entry_id","speaker_id");--> statement-breakpoint
CREATE INDEX "vocabulary_pronunciations_speaker" ON "vocabulary_pronunciations" USING btree ("speaker_id");