ALTER TABLE "transcripts" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vocabulary_pronunciations" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;