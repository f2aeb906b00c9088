CREATE TABLE "gift" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"status" text DEFAULT 'offered' NOT NULL,
	"problem" text,
	"products" jsonb NOT NULL,
	"max_items" integer NOT NULL,
	"max_value" bigint,
	"currency" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address" jsonb,
	"attempted_at" timestamptz(3),
	"failures" integer DEFAULT 0 NOT NULL,
	"draft_id" text,
	"order_id" text,
	"order_name" text,
	"cost" bigint,
	"cost_basis" text,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"due_at" timestamptz(3),
	"reminders" integer DEFAULT 0 NOT NULL,
	"offered_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"chosen_at" timestamptz(3),
	"ordered_at" timestamptz(3),
	"shipped_at" timestamptz(3),
	"delivered_at" timestamptz(3),
	"cancelled_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gift" ADD CONSTRAINT "gift_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift" ADD CONSTRAINT "gift_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift" ADD CONSTRAINT "gift_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift" ADD CONSTRAINT "gift_offered_by_person_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_page" ON "gift" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "gift_opt_in" ON "gift" USING btree ("opt_in_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_open" ON "gift" USING btree ("opt_in_id") WHERE "gift"."status" in ('offered', 'chosen', 'ordered', 'shipped');--> statement-breakpoint
CREATE INDEX "gift_order" ON "gift" USING btree ("store_id","order_id") WHERE "gift"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "gift_due" ON "gift" USING btree ("due_at") WHERE "gift"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "gift_delivered" ON "gift" USING btree ("delivered_at") WHERE "gift"."status" = 'delivered' and "gift"."reminders" < 3;