CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"parent_id" uuid,
	"author_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"voice_id" uuid,
	"state" text DEFAULT 'published' NOT NULL,
	"hidden_reason" text,
	"unlisted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp(3) with time zone,
	CONSTRAINT "comments_state" CHECK ("comments"."state" in ('published', 'hidden', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid,
	"entry_id" uuid,
	"comment_id" uuid,
	"actor_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"title" text,
	"path" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"newest_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone,
	"mailed_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('comment', 'reply', 'mention', 'registration', 'message'))
);
--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "entry_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "hidings" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "allow_comments" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_threads" ON "comments" USING btree ("entry_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_entry" ON "comments" USING btree ("entry_id","author_id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_voice" ON "comments" USING btree ("voice_id");--> statement-breakpoint
CREATE INDEX "comments_unlisted" ON "comments" USING btree ("author_id") WHERE "comments"."unlisted";--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("account_id","newest_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread" ON "notifications" USING btree ("account_id","kind","subject_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mailed" ON "notifications" USING btree ("account_id","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("newest_at");--> statement-breakpoint
CREATE INDEX "notifications_entry_id_index" ON "notifications" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "notifications_comment_id_index" ON "notifications" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notifications_actor_id_index" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
ALTER TABLE "hidings" ADD CONSTRAINT "hidings_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hidings_comment_id_index" ON "hidings" USING btree ("comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_comment" ON "reports" USING btree ("comment_id") WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reports_comment" ON "reports" USING btree ("comment_id");