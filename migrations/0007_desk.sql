CREATE TABLE "versions" (
	"entry_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"act" text NOT NULL,
	"actor_id" uuid,
	"record" jsonb NOT NULL,
	CONSTRAINT "versions_entry_id_number_pk" PRIMARY KEY("entry_id","number")
);
--> statement-breakpoint
CREATE TABLE "introductions" (
	"section" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "returned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "returned_reason" text;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "returned_voice" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "withheld" text;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "introductions" ADD CONSTRAINT "introductions_updated_by_accounts_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "versions_actor_id_index" ON "versions" USING btree ("actor_id");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_confirmed_by_accounts_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_confirmed_by" ON "entries" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "entries_unconfirmed" ON "entries" USING btree (("author_id" is null),"published_at","id") WHERE "entries"."state" = 'published' and "entries"."confirmed_at" is null and "entries"."type" in ('artifact', 'conservation', 'heritage', 'poem', 'proverb', 'vocabulary');--> statement-breakpoint
UPDATE "entries" SET "confirmed_at" = coalesce("published_at", "created_at"), "confirmed_by" = "author_id"
	WHERE "id" IN (SELECT "entry_id" FROM "vocabulary" WHERE "confirmed")
		OR "type" IN ('artifact', 'conservation', 'heritage')
		OR ("type" IN ('poem', 'proverb') AND "author_id" IN (SELECT "id" FROM "accounts" WHERE "roles" && '{keeper,admin}'::text[]));--> statement-breakpoint
ALTER TABLE "vocabulary" DROP COLUMN "confirmed";--> statement-breakpoint
INSERT INTO "versions" ("entry_id", "number", "at", "act", "actor_id", "record")
	SELECT "e"."id", 1, "e"."created_at", CASE WHEN "e"."author_id" IS NULL THEN 'import' ELSE 'create' END, "e"."author_id",
		jsonb_build_object(
			'entry', to_jsonb("e") - '{id,type,author_id,search,created_at,updated_at}'::text[],
			'own', (CASE "e"."type"
				WHEN 'artifact' THEN (SELECT to_jsonb("t") - '{entry_id}'::text[] FROM "artifacts" "t" WHERE "t"."entry_id" = "e"."id")
				WHEN 'conservation' THEN (SELECT to_jsonb("t") - '{entry_id}'::text[] FROM "conservation" "t" WHERE "t"."entry_id" = "e"."id")
				WHEN 'heritage' THEN (SELECT to_jsonb("t") - '{entry_id}'::text[] FROM "heritage" "t" WHERE "t"."entry_id" = "e"."id")
				WHEN 'poem' THEN (SELECT to_jsonb("t") - '{entry_id}'::text[] FROM "poems" "t" WHERE "t"."entry_id" = "e"."id")
				WHEN 'proverb' THEN (SELECT to_jsonb("t") - '{entry_id}'::text[] FROM "proverbs" "t" WHERE "t"."entry_id" = "e"."id")
				WHEN 'vocabulary' THEN (SELECT to_jsonb("t") - '{entry_id,sort_key,lot}'::text[] FROM "vocabulary" "t" WHERE "t"."entry_id" = "e"."id")
			END),
			'files', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', "f"."file_id", 'label', "f"."label", 'role', "f"."role") ORDER BY "f"."position"), '[]')
				FROM "entry_files" "f" WHERE "f"."entry_id" = "e"."id"))
	FROM "entries" "e" WHERE "e"."type" IN ('artifact', 'conservation', 'heritage', 'poem', 'proverb', 'vocabulary');