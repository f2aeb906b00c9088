CREATE TABLE "conversation_mail" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"opt_in_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "last_creator_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "creator_mailed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "creator_number" integer;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "read_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD CONSTRAINT "conversation_mail_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD CONSTRAINT "conversation_mail_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_mail_of" ON "conversation_mail" USING btree ("opt_in_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_creator_number" ON "message" USING btree ("opt_in_id","creator_number");--> statement-breakpoint
CREATE INDEX "message_unread" ON "message" USING btree ("opt_in_id","number") WHERE "message"."read_at" is null;