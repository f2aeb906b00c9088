CREATE TABLE "store_dispute" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"order_external_id" text NOT NULL,
	"external_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"opened_at" timestamptz(3),
	"finalized_at" timestamptz(3),
	"told_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "store_dispute_once" UNIQUE("store_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "store_dispute" ADD CONSTRAINT "store_dispute_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_dispute" ADD CONSTRAINT "store_dispute_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_dispute_order" ON "store_dispute" USING btree ("brand_id","order_external_id");