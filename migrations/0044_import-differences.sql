ALTER TABLE "import_rows" DROP CONSTRAINT "import_rows_outcomes";--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "noted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "differing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_outcomes" CHECK ("import_rows"."outcome" in ('fresh', 'present', 'differs', 'changed', 'wrong', 'added', 'kept', 'removed'));