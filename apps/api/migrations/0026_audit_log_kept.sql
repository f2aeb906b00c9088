-- What was written stays written. Let through: the outcome of an action, told once; the name of a person who is gone is
-- forgotten; the log of a brand that is gone goes with it; and what is old, where the sweep says so for itself.
CREATE FUNCTION audit_entry_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('troupe.audit_sweep', true) = 'on'
      OR NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id)
    THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND (OLD.object_id IS NULL OR NEW.object_id = OLD.object_id)
      AND to_jsonb(NEW) - '{outcome,problem,object_id}'::text[] = to_jsonb(OLD) - '{outcome,problem,object_id}'::text[]
    THEN RETURN NEW; END IF;
    IF NEW.user_id IS NULL
      AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
      AND NOT EXISTS (SELECT FROM person WHERE id = OLD.user_id)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_keep_rows BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_keep();
--> statement-breakpoint
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_keep();
