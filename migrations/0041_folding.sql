CREATE INDEX "vocabulary_in_order" ON "vocabulary" USING btree ("sort_key",replace("form", '''', '’') collate "C","entry_id");--> statement-breakpoint
CREATE INDEX "vocabulary_form" ON "vocabulary" USING hash ("form");--> statement-breakpoint
CREATE INDEX "vocabulary_terms_joined" ON "vocabulary_terms" USING btree ("inside",replace("term", ' ', ''),"term","entry_id");--> statement-breakpoint
-- It is last, because readers wait from here to the end. The previous release sorts by the first index above.
DROP INDEX "vocabulary_alphabetical";
