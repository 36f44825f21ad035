CREATE TABLE "cart_items" (
	"account_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_account_id_product_id_pk" PRIMARY KEY("account_id","product_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"product_id" uuid,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"buyer_id" uuid,
	"seller_id" uuid,
	"status" text DEFAULT 'placed' NOT NULL,
	"delivery" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"subtotal" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"pieces" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('placed', 'confirmed', 'paid', 'sent', 'received', 'cancelled', 'refunded')),
	CONSTRAINT "orders_delivery" CHECK ("orders"."delivery" in ('delivery', 'collection')),
	CONSTRAINT "orders_method" CHECK ("orders"."method" in ('cash', 'mpesa')),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."subtotal" + "orders"."shipping" + "orders"."tax")
);
--> statement-breakpoint
CREATE TABLE "seller_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"about" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seller_requests_state" CHECK ("seller_requests"."state" in ('asked', 'granted', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "seller_terms" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"pay_to" text NOT NULL,
	"collect_at" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_entries_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_accounts_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_requests" ADD CONSTRAINT "seller_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_requests" ADD CONSTRAINT "seller_requests_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_terms" ADD CONSTRAINT "seller_terms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_items_product_id_index" ON "order_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_moves_order_id_id_index" ON "order_moves" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_moves_actor_id_index" ON "order_moves" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_seller" ON "orders" USING btree ("seller_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_reference" ON "orders" USING btree ("reference") WHERE "orders"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "seller_requests_asked" ON "seller_requests" USING btree ("account_id") WHERE "seller_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "seller_requests_waiting" ON "seller_requests" USING btree ("created_at","id") WHERE "seller_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "seller_requests_account_id_id_index" ON "seller_requests" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "seller_requests_decided_by_index" ON "seller_requests" USING btree ("decided_by");