CREATE TABLE "billing_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"note" text,
	"brand_id" uuid,
	"occurred_at" timestamptz(3) NOT NULL,
	"received_at" timestamptz(3) NOT NULL,
	"processed_at" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "reconciliation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"compared" integer DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "checkout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"offer_id" text NOT NULL,
	"period" text,
	"setup_fee" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"hosted_page_id" text,
	"url" text,
	"expires_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"completed_at" timestamptz(3),
	"returned_at" timestamptz(3),
	"invoice_id" text,
	"subscription_id" text,
	"paid" integer,
	"look_at" timestamptz(3) NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_state" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"subscription_id" text,
	"version" bigint NOT NULL,
	"date" timestamptz(3) NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "billing_state_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "term_ends_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "ends_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "due" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "due_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_item_price_id" text;--> statement-breakpoint
ALTER TABLE "billing_event" ADD CONSTRAINT "billing_event_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_state" ADD CONSTRAINT "billing_state_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_event_due" ON "billing_event" USING btree ("due_at") WHERE "billing_event"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_event_received" ON "billing_event" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "billing_event_brand" ON "billing_event" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "reconciliation_started" ON "reconciliation" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_hosted_page" ON "checkout" USING btree ("hosted_page_id");--> statement-breakpoint
CREATE INDEX "checkout_brand" ON "checkout" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "checkout_open" ON "checkout" USING btree ("look_at") WHERE "checkout"."state" = 'open';--> statement-breakpoint
CREATE INDEX "billing_state_brand" ON "billing_state" USING btree ("brand_id","kind","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "billing_state_subscription" ON "billing_state" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_provider" ON "subscription" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("due_since") WHERE "subscription"."due_since" is not null;--> statement-breakpoint
-- Every process forgets what it knew of a brand's standing when one of its subscriptions changes.
CREATE FUNCTION announce_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('standing_changed', coalesce(NEW.brand_id, OLD.brand_id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_standing AFTER INSERT OR UPDATE OR DELETE ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION announce_standing();
