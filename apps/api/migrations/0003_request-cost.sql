ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_brand_id_brand_id_fk";
--> statement-breakpoint
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_user_id_person_id_fk";
--> statement-breakpoint
-- Replaces the foreign keys, which locked the brand and the person for each entry.
CREATE FUNCTION audit_entry_of_brand() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM audit_entry WHERE brand_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_of_brand AFTER DELETE ON brand FOR EACH ROW EXECUTE FUNCTION audit_entry_of_brand();
--> statement-breakpoint
CREATE FUNCTION audit_entry_of_person() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE audit_entry SET user_id = NULL WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_of_person AFTER DELETE ON person FOR EACH ROW EXECUTE FUNCTION audit_entry_of_person();
--> statement-breakpoint
DROP TRIGGER live_event_number ON live_event;
--> statement-breakpoint
DROP FUNCTION live_event_number();
--> statement-breakpoint
-- Numbers committed events with a negative ID in order and announces them; returns how many. Uses a lock, so that a
-- higher number is never visible before a lower one: a client that has seen event 7 can ask for "after 7".
CREATE FUNCTION number_live_events(most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
  numbered integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7700010);
  WITH written AS (
    SELECT id FROM live_event WHERE id < 0 ORDER BY id DESC LIMIT most FOR UPDATE SKIP LOCKED
  ), next AS MATERIALIZED (
    SELECT id, nextval('live_event_id_seq') AS number FROM written
  )
  UPDATE live_event SET id = next.number FROM next WHERE live_event.id = next.id;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  IF numbered > 0 THEN PERFORM pg_notify('live_event', ''); END IF;
  RETURN numbered;
END $$;
