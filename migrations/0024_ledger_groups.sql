ALTER TABLE "ledger" ADD COLUMN "groups" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_entry_id_index" ON "ledger" USING btree ("entry_id");