CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"avatar" text,
	"password_hash" text,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_premium" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp(3) with time zone,
	"disabled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "site_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_likes" (
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_likes_entry_id_account_id_pk" PRIMARY KEY("entry_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"cover_id" uuid,
	"state" text DEFAULT 'published' NOT NULL,
	"visibility" text NOT NULL,
	"hidden_reason" text,
	"author_id" uuid,
	"search" "tsvector" NOT NULL,
	"published_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entries_state" CHECK ("entries"."state" in ('draft', 'published', 'hidden')),
	CONSTRAINT "entries_visibility" CHECK ("entries"."visibility" in ('public', 'members', 'keepers'))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uploader_id" uuid,
	"entry_id" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"kind" text NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"storage_key" text NOT NULL,
	"size" bigint,
	"sha256" text,
	"width" integer,
	"height" integer,
	"duration" real,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"marakwet" text NOT NULL,
	"english" text NOT NULL,
	"meaning" text,
	"example" jsonb,
	"part_of_speech" text,
	"dialect" text,
	"ipa" text,
	"ipa_approximate" boolean DEFAULT false NOT NULL,
	"loan" boolean DEFAULT false NOT NULL,
	"source_id" text,
	"source" jsonb,
	"confirmed" boolean DEFAULT false NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"lot" real DEFAULT random() NOT NULL,
	CONSTRAINT "vocabulary_source_id_unique" UNIQUE("source_id")
);
--> statement-breakpoint
CREATE TABLE "vocabulary_terms" (
	"entry_id" uuid NOT NULL,
	"inside" boolean NOT NULL,
	"term" text collate "C" NOT NULL,
	CONSTRAINT "vocabulary_terms_entry_id_term_pk" PRIMARY KEY("entry_id","term")
);
--> statement-breakpoint
CREATE TABLE "vocabulary_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"near" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_likes" ADD CONSTRAINT "article_likes_entry_id_articles_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."articles"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_likes" ADD CONSTRAINT "article_likes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader_id_accounts_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary_terms" ADD CONSTRAINT "vocabulary_terms_entry_id_vocabulary_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."vocabulary"("entry_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject_id_index" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_account_id_index" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "article_likes_account_id_index" ON "article_likes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "articles_popular" ON "articles" USING btree ("likes" DESC NULLS FIRST,"entry_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("category");--> statement-breakpoint
CREATE INDEX "entries_newest" ON "entries" USING btree ("type","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "entries"."state" = 'published';--> statement-breakpoint
CREATE INDEX "entries_newest_of_all" ON "entries" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "entries"."state" = 'published';--> statement-breakpoint
CREATE INDEX "entries_search" ON "entries" USING gin ("search");--> statement-breakpoint
CREATE INDEX "entries_author" ON "entries" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "files_entry_id_index" ON "files" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "files_unclaimed" ON "files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_uploader_id_index" ON "files" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "vocabulary_alphabetical" ON "vocabulary" USING btree ("sort_key","entry_id");--> statement-breakpoint
CREATE INDEX "vocabulary_lot" ON "vocabulary" USING btree ("lot");--> statement-breakpoint
CREATE INDEX "vocabulary_terms_search" ON "vocabulary_terms" USING btree ("inside","term","entry_id");--> statement-breakpoint
CREATE INDEX "vocabulary_words_near" ON "vocabulary_words" USING gin ("near") WITH (fastupdate=false);