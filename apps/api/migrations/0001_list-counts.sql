CREATE TABLE "creator_list_contact_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "creator_list_contact_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list_id" uuid NOT NULL,
	"by" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "creator_list_item_page";--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "item_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "contact_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_list_contact_change" ADD CONSTRAINT "creator_list_contact_change_list_id_creator_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_list_contact_change_list" ON "creator_list_contact_change" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX "creator_list_item_page" ON "creator_list_item" USING btree ("list_id","saved_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "creator_list_item"."archived_at" is null;--> statement-breakpoint
-- Returns whether a brand has contact details of a creator: its own or fetched ones.
CREATE FUNCTION creator_contact_known(creator_id uuid, brand_id uuid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  SELECT EXISTS (SELECT FROM creator c WHERE c.id = $1 AND c.contacts_fetched_at IS NOT NULL AND c.contacts_error IS NULL)
    OR EXISTS (SELECT FROM creator_contact k WHERE k.creator_id = $1 AND k.brand_id = $2)
$$;
--> statement-breakpoint
-- A trigger covers every writer of items, including cascades and later features.
CREATE FUNCTION creator_list_count_items() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE creator_list l SET item_count = l.item_count + c.items, contact_count = l.contact_count + c.contacts
    FROM (SELECT list_id, count(*) AS items, count(*) FILTER (WHERE creator_contact_known(creator_id, brand_id)) AS contacts
      FROM new_items WHERE archived_at IS NULL GROUP BY list_id) c
    WHERE l.id = c.list_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE creator_list l SET item_count = l.item_count - c.items, contact_count = l.contact_count - c.contacts
    FROM (SELECT list_id, count(*) AS items, count(*) FILTER (WHERE creator_contact_known(creator_id, brand_id)) AS contacts
      FROM old_items WHERE archived_at IS NULL GROUP BY list_id) c
    WHERE l.id = c.list_id;
  -- Most updates are of tags and notes.
  ELSIF EXISTS (SELECT FROM new_items n JOIN old_items o ON o.id = n.id
    WHERE n.list_id <> o.list_id OR (n.archived_at IS NULL) <> (o.archived_at IS NULL)) THEN
    UPDATE creator_list l SET item_count = l.item_count + c.items, contact_count = l.contact_count + c.contacts
    FROM (SELECT list_id, sum(by) AS items, coalesce(sum(by) FILTER (WHERE creator_contact_known(creator_id, brand_id)), 0) AS contacts
      FROM (SELECT list_id, creator_id, brand_id, 1 AS by FROM new_items WHERE archived_at IS NULL
        UNION ALL
        SELECT list_id, creator_id, brand_id, -1 FROM old_items WHERE archived_at IS NULL) moved
      GROUP BY list_id) c
    WHERE l.id = c.list_id AND (c.items <> 0 OR c.contacts <> 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_list_count_added AFTER INSERT ON creator_list_item REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();--> statement-breakpoint
CREATE TRIGGER creator_list_count_changed AFTER UPDATE ON creator_list_item REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();--> statement-breakpoint
CREATE TRIGGER creator_list_count_removed AFTER DELETE ON creator_list_item REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();--> statement-breakpoint
-- Counts a brand's own contact details on its lists, unless they were already fetched.
CREATE FUNCTION creator_list_count_own_contacts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO creator_list_contact_change (list_id, by)
  SELECT i.list_id, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
  FROM contacts k
  JOIN creator_list_item i ON i.brand_id = k.brand_id AND i.creator_id = k.creator_id AND i.archived_at IS NULL
  JOIN creator c ON c.id = k.creator_id
  WHERE c.contacts_fetched_at IS NULL OR c.contacts_error IS NOT NULL
  GROUP BY i.list_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_list_count_own_contacts_added AFTER INSERT ON creator_contact REFERENCING NEW TABLE AS contacts FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_own_contacts();--> statement-breakpoint
CREATE TRIGGER creator_list_count_own_contacts_removed AFTER DELETE ON creator_contact REFERENCING OLD TABLE AS contacts FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_own_contacts();--> statement-breakpoint
-- Counts fetched contact details on the lists of all brands, unless a brand has its own.
CREATE FUNCTION creator_list_count_contacts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO creator_list_contact_change (list_id, by)
  SELECT i.list_id, CASE WHEN NEW.contacts_fetched_at IS NOT NULL AND NEW.contacts_error IS NULL THEN 1 ELSE -1 END
  FROM creator_list_item i
  WHERE i.creator_id = NEW.id AND i.archived_at IS NULL
    AND NOT EXISTS (SELECT FROM creator_contact k WHERE k.creator_id = i.creator_id AND k.brand_id = i.brand_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_list_count_contacts AFTER UPDATE OF contacts_fetched_at, contacts_error ON creator FOR EACH ROW WHEN ((OLD.contacts_fetched_at IS NOT NULL AND OLD.contacts_error IS NULL) <> (NEW.contacts_fetched_at IS NOT NULL AND NEW.contacts_error IS NULL)) EXECUTE FUNCTION creator_list_count_contacts();--> statement-breakpoint
UPDATE creator_list l SET item_count = c.items, contact_count = c.contacts
FROM (SELECT list_id, count(*) AS items, count(*) FILTER (WHERE creator_contact_known(creator_id, brand_id)) AS contacts
  FROM creator_list_item WHERE archived_at IS NULL GROUP BY list_id) c
WHERE l.id = c.list_id;
