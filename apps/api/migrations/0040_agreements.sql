CREATE TABLE "agreement" (
	"opt_in_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"brand_id" uuid NOT NULL,
	"offer_number" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"clauses" text NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"brand_signer" text,
	"brand_user_id" uuid,
	"brand_accepted_at" timestamptz(3),
	"creator_signer" text,
	"creator_user_id" uuid,
	"creator_accepted_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_opt_in_id_number_pk" PRIMARY KEY("opt_in_id","number")
);
--> statement-breakpoint
CREATE TABLE "agreement_template" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"clauses" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_brand_user_id_person_id_fk" FOREIGN KEY ("brand_user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement" ADD CONSTRAINT "agreement_creator_user_id_person_id_fk" FOREIGN KEY ("creator_user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_template" ADD CONSTRAINT "agreement_template_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_brand" ON "agreement" USING btree ("brand_id","opt_in_id");--> statement-breakpoint
-- Makes an agreement that both sides accepted immutable. Erasing a creator's account removes their name from it.
CREATE FUNCTION agreement_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.creator_accepted_at IS NOT NULL AND (
    (NEW.opt_in_id, NEW.number, NEW.offer_number, NEW.terms, NEW.hash, NEW.brand_signer, NEW.brand_accepted_at,
      NEW.creator_accepted_at, NEW.created_at)
    IS DISTINCT FROM (OLD.opt_in_id, OLD.number, OLD.offer_number, OLD.terms, OLD.hash, OLD.brand_signer,
      OLD.brand_accepted_at, OLD.creator_accepted_at, OLD.created_at)
    OR (NEW.creator_signer IS NOT NULL
      AND (NEW.creator_signer, NEW.text, NEW.clauses) IS DISTINCT FROM (OLD.creator_signer, OLD.text, OLD.clauses))) THEN
    RAISE EXCEPTION 'an accepted agreement never changes: add a version';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER agreement_keep BEFORE UPDATE ON agreement FOR EACH ROW EXECUTE FUNCTION agreement_keep();
