CREATE TABLE "listening_digest_slot" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"mail_id" uuid,
	"mentions" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "listening_digest_slot_brand_id_user_id_day_pk" PRIMARY KEY("brand_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "listening_digest" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"weekday" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "listening_digest_brand_id_user_id_pk" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "author_opt_out" ADD COLUMN "origin" text DEFAULT 'administrator' NOT NULL;--> statement-breakpoint
ALTER TABLE "author_opt_out" ADD COLUMN "creator_id" uuid;--> statement-breakpoint
ALTER TABLE "author_opt_out" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "listening_digest_slot" ADD CONSTRAINT "listening_digest_slot_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_digest_slot" ADD CONSTRAINT "listening_digest_slot_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_digest_slot" ADD CONSTRAINT "listening_digest_slot_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_digest" ADD CONSTRAINT "listening_digest_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_digest" ADD CONSTRAINT "listening_digest_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listening_digest_slot_mail" ON "listening_digest_slot" USING btree ("mail_id");--> statement-breakpoint
ALTER TABLE "author_opt_out" ADD CONSTRAINT "author_opt_out_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_opt_out" ADD CONSTRAINT "author_opt_out_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_opt_out_user" ON "author_opt_out" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "author_opt_out_creator" ON "author_opt_out" USING btree ("creator_id");