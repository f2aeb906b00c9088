CREATE TABLE "payout_account" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"country" text NOT NULL,
	"submitted" boolean NOT NULL,
	"receives" boolean NOT NULL,
	"pays_out" boolean NOT NULL,
	"missing" jsonb NOT NULL,
	"in_review" boolean NOT NULL,
	"rejected" boolean NOT NULL,
	"bank_failure" text,
	"bank_at" timestamptz(3),
	"checked_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "payout_account_id" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "payout_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"brand_id" uuid,
	"occurred_at" timestamptz(3) NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"note" text,
	"received_at" timestamptz(3) NOT NULL,
	"processed_at" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "payout_setting" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"payment_days" integer NOT NULL,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"payable_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"transfer_id" text,
	"failure" text,
	"vendor_code" text,
	"requested_by" uuid,
	"created_at" timestamptz(3) NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3),
	"settled_at" timestamptz(3),
	CONSTRAINT "payout_transfer" UNIQUE("transfer_id"),
	CONSTRAINT "payout_number" UNIQUE("payable_id","number"),
	CONSTRAINT "payout_positive" CHECK ("payout"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "sending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "pay_by" timestamptz(3);--> statement-breakpoint
ALTER TABLE "payout_account" ADD CONSTRAINT "payout_account_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_event" ADD CONSTRAINT "payout_event_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_setting" ADD CONSTRAINT "payout_setting_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout" ADD CONSTRAINT "payout_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout" ADD CONSTRAINT "payout_payable_id_payable_id_fk" FOREIGN KEY ("payable_id") REFERENCES "public"."payable"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout" ADD CONSTRAINT "payout_requested_by_person_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_event_due" ON "payout_event" USING btree ("due_at") WHERE "payout_event"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payout_event_brand" ON "payout_event" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_once" ON "payout" USING btree ("payable_id") WHERE "payout"."state" in ('sending', 'sent');--> statement-breakpoint
CREATE INDEX "payout_due" ON "payout" USING btree ("due_at") WHERE "payout"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payout_brand" ON "payout" USING btree ("brand_id");--> statement-breakpoint
CREATE FUNCTION "payout_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if (new.payable_id, new.number, new.account_id, new.amount, new.currency, new.created_at)
    is distinct from (old.payable_id, old.number, old.account_id, old.amount, old.currency, old.created_at)
    or old.state in ('failed', 'returned')
      and (new.state, new.transfer_id, new.failure) is distinct from (old.state, old.transfer_id, old.failure)
  then
    raise exception 'a payout cannot be changed';
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "payout_is_final" BEFORE UPDATE ON "payout" FOR EACH ROW EXECUTE FUNCTION "payout_is_final"();
