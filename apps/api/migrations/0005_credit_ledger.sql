ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_not_below_zero" CHECK ("credit_entry"."balance" >= 0);--> statement-breakpoint
-- What was written stays written. Two things are let through, both done by foreign keys: the ledger of a brand that
-- is gone goes with it, and the name of a person who is gone is forgotten.
CREATE FUNCTION credit_entry_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id) THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW.user_id IS NULL
      AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
      AND NOT EXISTS (SELECT FROM person WHERE id = OLD.user_id)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the credit ledger is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_entry_keep_rows BEFORE UPDATE OR DELETE ON credit_entry
  FOR EACH ROW EXECUTE FUNCTION credit_entry_keep();
--> statement-breakpoint
CREATE TRIGGER credit_entry_keep_all BEFORE TRUNCATE ON credit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_keep();
