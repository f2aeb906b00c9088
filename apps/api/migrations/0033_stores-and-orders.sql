CREATE TABLE "order_import_row" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"line" integer,
	"outcome" text NOT NULL,
	"name" text NOT NULL,
	"reason" text,
	"order_id" uuid,
	CONSTRAINT "order_import_row_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "order_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"store_id" uuid,
	"created_by" uuid,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"currency" text,
	"state" text NOT NULL,
	"rows" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "store_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"store_id" uuid,
	"order_external_id" text NOT NULL,
	"external_id" text NOT NULL,
	"money" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"goods" bigint,
	"goods_tax" bigint DEFAULT 0 NOT NULL,
	"refunded_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "store_refund_once" UNIQUE NULLS NOT DISTINCT("brand_id","store_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "store_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"store_id" uuid,
	"external_id" text NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"placed_at" timestamptz(3) NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"told_at" timestamptz(3) NOT NULL,
	"cancelled_at" timestamptz(3),
	"financial_status" text,
	"fulfillment_status" text,
	"test" boolean NOT NULL,
	"currency" text NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"subtotal" bigint DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"shipping" bigint DEFAULT 0 NOT NULL,
	"taxes_included" boolean NOT NULL,
	"presentment_currency" text,
	"presentment_total" bigint,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"net" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"counted" boolean NOT NULL,
	"discounts" jsonb NOT NULL,
	"discount_codes" text[] DEFAULT '{}' NOT NULL,
	"attributes" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"ref" text,
	"landing_site" text,
	"referring_site" text,
	"customer_key" text,
	"redacted_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "store_order_once" UNIQUE NULLS NOT DISTINCT("brand_id","store_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "store_privacy_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"shop" text NOT NULL,
	"kind" text NOT NULL,
	"orders" integer NOT NULL,
	"note" text NOT NULL,
	"requested_at" timestamptz(3) NOT NULL,
	"done_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_event" (
	"key" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"topic" text NOT NULL,
	"body" text NOT NULL,
	"triggered_at" timestamptz(3) NOT NULL,
	"received_at" timestamptz(3) NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"note" text,
	"brand_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"processed_at" timestamptz(3),
	"due_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "store_lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"shop" text NOT NULL,
	"name" text NOT NULL,
	"currency" text,
	"status" text NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"access_token" text,
	"access_expires_at" timestamptz(3),
	"refresh_token" text,
	"refresh_expires_at" timestamptz(3),
	"former_refresh_token" text,
	"token_version" integer DEFAULT 0 NOT NULL,
	"connected_by" uuid,
	"connected_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"subscribed" boolean DEFAULT false NOT NULL,
	"synced_to" timestamptz(3),
	"last_sync_at" timestamptz(3),
	"error" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_import_row" ADD CONSTRAINT "order_import_row_import_id_order_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."order_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_import_row" ADD CONSTRAINT "order_import_row_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_import" ADD CONSTRAINT "order_import_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_import" ADD CONSTRAINT "order_import_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_import" ADD CONSTRAINT "order_import_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_refund" ADD CONSTRAINT "store_refund_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_refund" ADD CONSTRAINT "store_refund_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_privacy_request" ADD CONSTRAINT "store_privacy_request_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_code" ADD CONSTRAINT "store_code_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_event" ADD CONSTRAINT "store_event_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store" ADD CONSTRAINT "store_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store" ADD CONSTRAINT "store_connected_by_person_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_import_row_outcome" ON "order_import_row" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "order_import_row_order" ON "order_import_row" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_import_brand" ON "order_import" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_refund_order" ON "store_refund" USING btree ("brand_id","order_external_id");--> statement-breakpoint
CREATE INDEX "store_refund_store" ON "store_refund" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "store_order_page" ON "store_order" USING btree ("brand_id","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_order_store" ON "store_order" USING btree ("store_id","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_order_code" ON "store_order" USING gin ("discount_codes");--> statement-breakpoint
CREATE INDEX "store_order_ref" ON "store_order" USING btree ("brand_id",lower("ref")) WHERE "store_order"."ref" is not null;--> statement-breakpoint
CREATE INDEX "store_order_customer" ON "store_order" USING btree ("store_id","customer_key") WHERE "store_order"."customer_key" is not null;--> statement-breakpoint
CREATE INDEX "store_privacy_request_brand" ON "store_privacy_request" USING btree ("brand_id","done_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_event_due" ON "store_event" USING btree ("due_at") WHERE "store_event"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "store_event_received" ON "store_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "store_event_brand" ON "store_event" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_of_brand" ON "store" USING btree ("brand_id","platform","shop");--> statement-breakpoint
CREATE UNIQUE INDEX "store_held" ON "store" USING btree ("platform","shop") WHERE "store"."status" in ('connected', 'needs_reconnect');--> statement-breakpoint
CREATE INDEX "store_shop" ON "store" USING btree ("shop");