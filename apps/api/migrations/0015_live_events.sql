-- Events are numbered as they commit, under a lock that each transaction takes last and holds until it is done: who
-- has seen event 7 can ask for "after 7" and misses nothing that was still under way. The lock costs nothing extra,
-- because PostgreSQL lets transactions that announce something commit one after the other anyway.
CREATE FUNCTION live_event_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7700010);
  UPDATE live_event SET id = nextval('live_event_id_seq') WHERE id = NEW.id;
  PERFORM pg_notify('live_event', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER live_event_number AFTER INSERT ON live_event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION live_event_number();
--> statement-breakpoint
-- Each opt-in has its conversation, whoever made it.
CREATE FUNCTION conversation_of_opt_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversation (opt_in_id, brand_id, campaign_id, last_at)
  VALUES (NEW.id, NEW.brand_id, NEW.campaign_id, NEW.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversation_of_opt_in AFTER INSERT ON opt_in
  FOR EACH ROW EXECUTE FUNCTION conversation_of_opt_in();
--> statement-breakpoint
INSERT INTO conversation (opt_in_id, brand_id, campaign_id, last_at)
  SELECT id, brand_id, campaign_id, created_at FROM opt_in ON CONFLICT DO NOTHING;
