ALTER TABLE "report_schedule" ADD COLUMN "members" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD COLUMN "former" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE report_schedule s SET members = coalesce((
  SELECT jsonb_object_agg(lower(u.email), u.id) FROM brand_member m JOIN person u ON u.id = m.user_id
    WHERE m.brand_id = s.brand_id AND s.form -> 'recipients' ? lower(u.email)), '{}');
--> statement-breakpoint
-- A trigger, because members also leave when accounts and brands are deleted.
CREATE FUNCTION report_recipient_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE report_schedule s SET version = s.version + 1, former = s.former || l.former,
      members = s.members - ARRAY(SELECT jsonb_array_elements_text(l.former)),
      form = jsonb_set(s.form, '{recipients}', l.kept)
    FROM report_schedule r CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(a.address) FILTER (WHERE r.members ->> a.address = OLD.user_id::text), '[]') AS former,
        coalesce(jsonb_agg(a.address ORDER BY a.place)
          FILTER (WHERE r.members ->> a.address IS DISTINCT FROM OLD.user_id::text), '[]') AS kept
      FROM jsonb_array_elements_text(r.form -> 'recipients') WITH ORDINALITY AS a (address, place)) l
    WHERE r.id = s.id AND s.brand_id = OLD.brand_id AND l.former <> '[]';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_recipient_left AFTER DELETE ON brand_member
  FOR EACH ROW EXECUTE FUNCTION report_recipient_left();
