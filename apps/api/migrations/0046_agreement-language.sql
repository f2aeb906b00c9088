ALTER TABLE "agreement" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
-- The language of an agreement that both sides accepted stays too.
CREATE OR REPLACE FUNCTION agreement_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.creator_accepted_at IS NOT NULL AND (
    (NEW.opt_in_id, NEW.number, NEW.offer_number, NEW.terms, NEW.hash, NEW.language, NEW.brand_signer,
      NEW.brand_accepted_at, NEW.creator_accepted_at, NEW.created_at)
    IS DISTINCT FROM (OLD.opt_in_id, OLD.number, OLD.offer_number, OLD.terms, OLD.hash, OLD.language, OLD.brand_signer,
      OLD.brand_accepted_at, OLD.creator_accepted_at, OLD.created_at)
    OR (NEW.creator_signer IS NOT NULL
      AND (NEW.creator_signer, NEW.text, NEW.clauses) IS DISTINCT FROM (OLD.creator_signer, OLD.text, OLD.clauses))) THEN
    RAISE EXCEPTION 'an accepted agreement never changes: add a version';
  END IF;
  RETURN NEW;
END $$;
