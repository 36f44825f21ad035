CREATE TABLE "happenings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification_id" uuid NOT NULL,
	"comment_id" uuid,
	"actor_id" uuid
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_comment_id_comments_id_fk";
--> statement-breakpoint
ALTER TABLE "happenings" ADD CONSTRAINT "happenings_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "happenings" ADD CONSTRAINT "happenings_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "happenings" ADD CONSTRAINT "happenings_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "happenings_notification_id_index" ON "happenings" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "happenings_comment_id_index" ON "happenings" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "happenings_actor_id_index" ON "happenings" USING btree ("actor_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "happenings" ("id", "notification_id", "comment_id", "actor_id")
  SELECT n."id", n."id", n."comment_id", n."actor_id" FROM "notifications" n WHERE n."kind" <> 'message';
