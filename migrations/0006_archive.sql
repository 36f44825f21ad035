CREATE TABLE "artifacts" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"local_name" text,
	"description" text,
	"materials" text[] DEFAULT '{}'::text[] NOT NULL,
	"use" text,
	"maker" text,
	"period" text,
	"dimensions" text,
	"held_at" text
);
--> statement-breakpoint
CREATE TABLE "conservation" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"artifact_id" uuid,
	"condition" text NOT NULL,
	"phase" text NOT NULL,
	"threat" text,
	"treatment" text,
	"conservator" text,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "conservation_condition" CHECK ("conservation"."condition" in ('good', 'fair', 'poor', 'lost')),
	CONSTRAINT "conservation_phase" CHECK ("conservation"."phase" in ('planned', 'under way', 'done')),
	CONSTRAINT "conservation_order" CHECK ("conservation"."finished_at" >= "conservation"."started_at")
);
--> statement-breakpoint
CREATE TABLE "heritage" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"summary" text,
	"body" text,
	"place" text,
	"narrator" text,
	CONSTRAINT "heritage_sections" CHECK ("heritage"."section" in ('communication', 'practice', 'story', 'social-structure', 'ceremony', 'ritual', 'custom'))
);
--> statement-breakpoint
CREATE TABLE "entry_files" (
	"entry_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"file_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"role" text,
	CONSTRAINT "entry_files_entry_id_position_pk" PRIMARY KEY("entry_id","position")
);
--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conservation" ADD CONSTRAINT "conservation_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conservation" ADD CONSTRAINT "conservation_artifact_id_entries_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heritage" ADD CONSTRAINT "heritage_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_files" ADD CONSTRAINT "entry_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conservation_artifact_id_index" ON "conservation" USING btree ("artifact_id");--> statement-breakpoint
CREATE INDEX "heritage_section" ON "heritage" USING btree ("section");--> statement-breakpoint
CREATE INDEX "entry_files_file_id_index" ON "entry_files" USING btree ("file_id");