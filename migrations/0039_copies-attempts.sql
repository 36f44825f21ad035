ALTER TABLE "files" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "is_incomplete" boolean DEFAULT false NOT NULL;