ALTER TABLE "mailbox" ADD COLUMN "stopped" jsonb;--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "resumed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "resumed_by" uuid;--> statement-breakpoint
-- A brand has at most 20 mailboxes, and the new column is null.
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_resumed_by_person_id_fk" FOREIGN KEY ("resumed_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;