CREATE TABLE "products" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"description" text,
	"price" integer NOT NULL,
	"stock" integer NOT NULL,
	"maker" text,
	"section" text NOT NULL,
	CONSTRAINT "products_price_above_nothing" CHECK ("products"."price" > 0),
	CONSTRAINT "products_stock_never_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_sections" CHECK ("products"."section" in ('crafts', 'clothing', 'jewellery', 'household', 'instruments', 'food', 'books', 'other'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","entry_id");