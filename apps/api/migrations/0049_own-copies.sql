-- To a brand with its own copy of a claimed profile, the copy is the creator. So far, opt-ins led to the shared profile.
CREATE TEMPORARY TABLE copied ON COMMIT DROP AS
SELECT own.brand_id, shared.id AS shared_id, own.id AS own_id
FROM creator shared JOIN creator own ON own.brand_id = ANY (ARRAY(SELECT id FROM brand))
  AND own.platform = shared.platform AND lower(own.username) = lower(shared.username) AND NOT own.sample
WHERE shared.brand_id IS NULL AND shared.user_id IS NOT NULL;--> statement-breakpoint
-- The account that claimed the profile claims its copies.
INSERT INTO creator_claim (id, user_id, creator_id, code, claimed_at, by_invite, created_at)
SELECT gen_random_uuid(), k.user_id, c.own_id, k.code, k.claimed_at, k.by_invite, k.created_at
FROM copied c JOIN creator_claim k ON k.creator_id = c.shared_id AND k.claimed_at IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE creator own SET user_id = k.user_id::text FROM copied c JOIN creator_claim k ON k.creator_id = c.own_id
WHERE own.id = c.own_id AND k.claimed_at IS NOT NULL AND own.user_id IS NULL;--> statement-breakpoint
-- Opt-ins move to the copy unless the brand invited the shared profile, or both already joined the same campaign or program.
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
SELECT c.* FROM copied c
WHERE EXISTS (SELECT FROM opt_in i WHERE i.brand_id = c.brand_id AND i.creator_id = c.shared_id)
  AND NOT EXISTS (SELECT FROM opt_in i JOIN opt_in other ON other.campaign_id = i.campaign_id AND other.creator_id = c.own_id
    WHERE i.brand_id = c.brand_id AND i.creator_id = c.shared_id)
  AND NOT EXISTS (SELECT FROM affiliate a JOIN affiliate other ON other.brand_id = a.brand_id AND other.creator_id = c.own_id
    WHERE a.brand_id = c.brand_id AND a.creator_id = c.shared_id)
  AND NOT EXISTS (SELECT FROM invite v WHERE v.brand_id = c.brand_id AND v.creator_id = c.shared_id);--> statement-breakpoint
UPDATE opt_in i SET creator_id = m.own_id FROM moved m
WHERE i.brand_id = m.brand_id AND i.creator_id = m.shared_id;--> statement-breakpoint
UPDATE payable p SET creator_id = m.own_id FROM moved m
WHERE p.brand_id = m.brand_id AND p.creator_id = m.shared_id;--> statement-breakpoint
UPDATE affiliate a SET creator_id = m.own_id FROM moved m
WHERE a.brand_id = m.brand_id AND a.creator_id = m.shared_id;--> statement-breakpoint
UPDATE cost_entry e SET creator_id = m.own_id FROM moved m
WHERE e.brand_id = m.brand_id AND e.creator_id = m.shared_id;--> statement-breakpoint
-- The conversation with the copy, which holds the invites, is merged into the one of the opt-ins. Messages are numbered by
-- time again; those that creators see keep their own numbers.
CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
SELECT m.brand_id, m.own_id, kept.id AS kept_id, extra.id AS extra_id
FROM moved m JOIN conversation kept ON kept.brand_id = m.brand_id AND kept.creator_id = m.shared_id
LEFT JOIN conversation extra ON extra.brand_id = m.brand_id AND extra.creator_id = m.own_id;--> statement-breakpoint
UPDATE message s SET conversation_id = n.kept_id, number = -n.number
FROM (SELECT s.id, g.kept_id, row_number() OVER (PARTITION BY g.kept_id ORDER BY s.created_at, s.number) AS number
  FROM merged g JOIN message s ON s.conversation_id IN (g.kept_id, g.extra_id)
  WHERE g.extra_id IS NOT NULL AND s.number IS NOT NULL) n
WHERE s.id = n.id;--> statement-breakpoint
UPDATE message s SET number = -s.number FROM merged g
WHERE s.conversation_id = g.kept_id AND s.number < 0;--> statement-breakpoint
UPDATE message s SET conversation_id = g.kept_id FROM merged g WHERE s.conversation_id = g.extra_id;--> statement-breakpoint
UPDATE attachment a SET conversation_id = g.kept_id FROM merged g WHERE a.conversation_id = g.extra_id;--> statement-breakpoint
UPDATE conversation_mail e SET conversation_id = g.kept_id FROM merged g
WHERE e.conversation_id = g.extra_id;--> statement-breakpoint
UPDATE mailbox_email e SET conversation_id = g.kept_id FROM merged g
WHERE e.conversation_id = g.extra_id AND NOT EXISTS (SELECT FROM mailbox_email other
  WHERE other.conversation_id = g.kept_id AND other.message_id = e.message_id);--> statement-breakpoint
UPDATE conversation_campaign l SET unread = l.unread + x.unread, last_at = greatest(l.last_at, x.last_at)
FROM merged g JOIN conversation_campaign x ON x.conversation_id = g.extra_id
WHERE l.conversation_id = g.kept_id AND l.campaign_id = x.campaign_id;--> statement-breakpoint
UPDATE conversation_campaign x SET conversation_id = g.kept_id FROM merged g
WHERE x.conversation_id = g.extra_id AND NOT EXISTS (SELECT FROM conversation_campaign l
  WHERE l.conversation_id = g.kept_id AND l.campaign_id = x.campaign_id);--> statement-breakpoint
UPDATE conversation_campaign l SET last_number = coalesce((SELECT max(s.number) FROM message s
  WHERE s.conversation_id = l.conversation_id AND s.campaign_id = l.campaign_id), 0)
FROM merged g WHERE l.conversation_id = g.kept_id AND g.extra_id IS NOT NULL;--> statement-breakpoint
UPDATE conversation v SET unread = v.unread + x.unread, last_at = greatest(v.last_at, x.last_at),
  starred = v.starred OR x.starred, assigned_to = coalesce(v.assigned_to, x.assigned_to),
  last_number = coalesce((SELECT max(s.number) FROM message s WHERE s.conversation_id = v.id), 0)
FROM merged g JOIN conversation x ON x.id = g.extra_id WHERE v.id = g.kept_id;--> statement-breakpoint
DELETE FROM conversation v USING merged g WHERE v.id = g.extra_id;--> statement-breakpoint
UPDATE conversation v SET creator_id = g.own_id FROM merged g WHERE v.id = g.kept_id;
