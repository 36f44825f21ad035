CREATE TABLE "upload_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"held" bigint NOT NULL,
	"held_until" timestamp(3) with time zone NOT NULL,
	"arrived" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_reservations" ADD CONSTRAINT "upload_reservations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_reservations_account_id_index" ON "upload_reservations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "upload_reservations_held_until_index" ON "upload_reservations" USING btree ("held_until");