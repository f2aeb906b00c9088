CREATE TABLE "acting" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"administrator_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "payable_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payable_id" uuid NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payable" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"fee" bigint NOT NULL,
	"processing_fee" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"reason" text,
	"reference" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"paid_at" timestamptz(3),
	CONSTRAINT "payable_once" UNIQUE("opt_in_id")
);
--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "as_user_id" uuid;--> statement-breakpoint
ALTER TABLE "acting" ADD CONSTRAINT "acting_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting" ADD CONSTRAINT "acting_administrator_id_person_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting" ADD CONSTRAINT "acting_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payable_event" ADD CONSTRAINT "payable_event_payable_id_payable_id_fk" FOREIGN KEY ("payable_id") REFERENCES "public"."payable"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payable_event" ADD CONSTRAINT "payable_event_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acting_of" ON "acting" USING btree ("administrator_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payable_event_of" ON "payable_event" USING btree ("payable_id","id");--> statement-breakpoint
CREATE INDEX "payable_page" ON "payable" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not held;--> statement-breakpoint
-- What was agreed with creators whose collaboration is completed already is due.
INSERT INTO payable (id, brand_id, opt_in_id, fee, processing_fee, currency, created_at, updated_at)
SELECT gen_random_uuid(), brand_id, id, fee, (fee * 5 + 50) / 100, currency, updated_at, updated_at
FROM (SELECT *, (agreement->>'fee')::bigint AS fee, agreement->>'currency' AS currency FROM opt_in
  WHERE status = 'completed') AS done
WHERE fee > 0;
--> statement-breakpoint
INSERT INTO payable_event (id, payable_id, text, created_at)
SELECT gen_random_uuid(), id, 'Due: the collaboration is completed', created_at FROM payable;
