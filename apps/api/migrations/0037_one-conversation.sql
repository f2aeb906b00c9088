-- One conversation per creator and brand instead of one per opt-in. What there is moves along: chats, invites, the
-- replies to them, files, stars, assignments, what is snoozed, and how much nobody has read.
DROP TRIGGER conversation_of_opt_in ON opt_in;--> statement-breakpoint
ALTER TABLE "conversation" RENAME TO "chat";--> statement-breakpoint
ALTER TABLE "chat" RENAME CONSTRAINT "conversation_pkey" TO "chat_pkey";--> statement-breakpoint
ALTER TABLE "chat" DROP CONSTRAINT "conversation_brand_id_brand_id_fk";--> statement-breakpoint
ALTER TABLE "chat" DROP CONSTRAINT "conversation_assigned_to_person_id_fk";--> statement-breakpoint
DROP INDEX "attachment_opt_in";--> statement-breakpoint
DROP INDEX "conversation_unread";--> statement-breakpoint
DROP INDEX "conversation_campaign";--> statement-breakpoint
DROP INDEX "conversation_mail_of";--> statement-breakpoint
DROP INDEX "conversation_page";--> statement-breakpoint
DROP INDEX "message_number";--> statement-breakpoint
DROP INDEX "message_unread";--> statement-breakpoint
DROP INDEX "message_client";--> statement-breakpoint
CREATE TABLE "conversation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"last_at" timestamptz(3),
	"starred" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"snoozed_until" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "conversation_campaign" (
	"conversation_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"opt_in_id" uuid,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_creator_number" integer DEFAULT 0 NOT NULL,
	"creator_read" integer DEFAULT 0 NOT NULL,
	"creator_mailed" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"last_at" timestamptz(3),
	CONSTRAINT "conversation_campaign_conversation_id_campaign_id_pk" PRIMARY KEY("conversation_id","campaign_id")
);
--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "inbound_mail_id" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "message" ALTER COLUMN "opt_in_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "message_references" text;--> statement-breakpoint
-- Snoozed only where every chat was; assigned to whom the chat written to last was.
INSERT INTO conversation (id, brand_id, creator_id, last_at, starred, assigned_to, snoozed_until)
  SELECT gen_random_uuid(), o.brand_id, o.creator_id, max(c.last_at), bool_or(c.starred),
    (array_agg(c.assigned_to ORDER BY c.last_at DESC) FILTER (WHERE c.assigned_to IS NOT NULL))[1],
    CASE WHEN bool_and(c.snoozed_until IS NOT NULL) THEN min(c.snoozed_until) END
  FROM chat c JOIN opt_in o ON o.id = c.opt_in_id GROUP BY o.brand_id, o.creator_id;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_once" ON "conversation" USING btree ("brand_id","creator_id");--> statement-breakpoint
INSERT INTO conversation (id, brand_id, creator_id)
  SELECT gen_random_uuid(), i.brand_id, i.creator_id FROM invite i GROUP BY i.brand_id, i.creator_id
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO conversation_campaign (conversation_id, campaign_id, brand_id, opt_in_id, last_creator_number,
    creator_read, creator_mailed, unread, last_at)
  SELECT v.id, c.campaign_id, c.brand_id, c.opt_in_id, c.last_creator_number, c.creator_read, c.creator_mailed,
    c.unread, c.last_at
  FROM chat c JOIN opt_in o ON o.id = c.opt_in_id
  JOIN conversation v ON v.brand_id = o.brand_id AND v.creator_id = o.creator_id;--> statement-breakpoint
INSERT INTO conversation_campaign (conversation_id, campaign_id, brand_id)
  SELECT v.id, i.campaign_id, i.brand_id
  FROM invite i JOIN conversation v ON v.brand_id = i.brand_id AND v.creator_id = i.creator_id
  GROUP BY v.id, i.campaign_id, i.brand_id ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE message m SET conversation_id = l.conversation_id, campaign_id = l.campaign_id
  FROM conversation_campaign l WHERE l.opt_in_id = m.opt_in_id;--> statement-breakpoint
UPDATE attachment a SET conversation_id = l.conversation_id
  FROM conversation_campaign l WHERE l.opt_in_id = a.opt_in_id;--> statement-breakpoint
UPDATE conversation_mail c SET conversation_id = l.conversation_id, campaign_id = l.campaign_id
  FROM conversation_campaign l WHERE l.opt_in_id = c.opt_in_id;--> statement-breakpoint
-- Replies that became messages of a chat already, told by their moment: both were written in one transaction.
UPDATE message m SET inbound_mail_id = found.inbound_id
  FROM (
    SELECT DISTINCT ON (b.id) b.id AS inbound_id, m.id AS message_id
    FROM inbound_mail b
    LEFT JOIN conversation_mail cm ON cm.mail_id = b.mail_id
    LEFT JOIN invite i ON i.mail_id = b.mail_id
    JOIN conversation v ON v.id = cm.conversation_id OR v.brand_id = i.brand_id AND v.creator_id = i.creator_id
    JOIN message m ON m.conversation_id = v.id AND m.kind = 'creator' AND m.by_email
      AND m.created_at BETWEEN b.received_at - interval '1 minute' AND b.received_at + interval '1 minute'
      AND (m.text = '' OR position(m.text IN b.visible) > 0)
    WHERE b.kind = 'reply'
    ORDER BY b.id, abs(extract(epoch FROM m.created_at - b.received_at))
  ) found WHERE m.id = found.message_id;--> statement-breakpoint
INSERT INTO message (id, conversation_id, campaign_id, number, client_id, kind, text, user_id, author_name, by_email,
    mail_id, created_at, read_at)
  SELECT gen_random_uuid(), v.id, i.campaign_id, 0, gen_random_uuid(), 'brand', left(replace(e.plain, i.token, '...'), 20000), i.saved_by,
    coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), b.name), true, e.id, i.saved_at, i.saved_at
  FROM invite i JOIN conversation v ON v.brand_id = i.brand_id AND v.creator_id = i.creator_id
  JOIN mail e ON e.id = i.mail_id JOIN brand b ON b.id = i.brand_id
  LEFT JOIN person p ON p.id = i.saved_by;--> statement-breakpoint
-- Replies to invites that nobody's inbox has held until now. They were shown beside their invites: none is unread.
INSERT INTO message (id, conversation_id, campaign_id, number, client_id, kind, text, author_name, by_email,
    inbound_mail_id, doubt, created_at, read_at)
  SELECT gen_random_uuid(), v.id, i.campaign_id, 0, gen_random_uuid(), 'creator', left(trim(b.visible), 20000),
    coalesce(nullif(c.fullname, ''), c.username), true, b.id,
    CASE WHEN lower(b.from_address) <> lower(e.to_address)
      THEN 'Answered by email from ' || coalesce(nullif(b.from_address, ''), 'an unknown sender') || ', not from ' || e.to_address
      WHEN b.trust = 'fail' THEN 'We can''t confirm that this email came from ' || b.from_address END,
    b.received_at, b.received_at
  FROM inbound_mail b JOIN invite i ON i.mail_id = b.mail_id JOIN mail e ON e.id = b.mail_id
  JOIN conversation v ON v.brand_id = i.brand_id AND v.creator_id = i.creator_id
  JOIN creator c ON c.id = i.creator_id
  WHERE b.kind = 'reply' AND NOT EXISTS (SELECT FROM message m WHERE m.inbound_mail_id = b.id);--> statement-breakpoint
-- One count over the conversation: by time, each chat in its own order.
UPDATE message m SET number = ordered.place FROM (
  SELECT id, row_number() OVER (PARTITION BY conversation_id ORDER BY at, number, id) AS place
  FROM (
    SELECT id, conversation_id, number,
      CASE WHEN opt_in_id IS NULL THEN created_at
        ELSE max(created_at) OVER (PARTITION BY opt_in_id ORDER BY number) END AS at
    FROM message WHERE number IS NOT NULL
  ) timed
) ordered WHERE m.id = ordered.id;--> statement-breakpoint
UPDATE conversation_campaign l SET last_number = counted.number,
    last_at = coalesce(greatest(l.last_at, counted.replied), l.last_at)
  FROM (
    SELECT conversation_id, campaign_id, max(number) AS number,
      max(created_at) FILTER (WHERE kind = 'creator') AS replied
    FROM message WHERE number IS NOT NULL GROUP BY 1, 2
  ) counted
  WHERE counted.conversation_id = l.conversation_id AND counted.campaign_id = l.campaign_id;--> statement-breakpoint
UPDATE conversation v SET last_number = counted.number, unread = counted.unread,
    last_at = greatest(v.last_at, counted.replied)
  FROM (
    SELECT conversation_id, max(number) AS number,
      count(*) FILTER (WHERE kind = 'creator' AND read_at IS NULL) AS unread,
      max(created_at) FILTER (WHERE kind = 'creator') AS replied
    FROM message WHERE number IS NOT NULL GROUP BY 1
  ) counted WHERE counted.conversation_id = v.id;--> statement-breakpoint
-- Two chats of one creator have the same numbers, and a reference is unique: it keeps naming its opt-in.
UPDATE notification n SET reference = 'message:' || l.conversation_id || substr(n.reference, 8)
  FROM conversation_campaign l
  WHERE n.kind = 'message' AND n.reference LIKE 'message:%' AND l.opt_in_id::text = substr(n.reference, 9, 36);--> statement-breakpoint
-- What was told live has numbers of the old count: whoever was connected reads everything anew.
DELETE FROM live_event WHERE id < (SELECT max(id) FROM live_event);--> statement-breakpoint
ALTER TABLE "attachment" DROP COLUMN "opt_in_id";--> statement-breakpoint
ALTER TABLE "conversation_mail" DROP COLUMN "opt_in_id";--> statement-breakpoint
INSERT INTO conversation_mail (mail_id, conversation_id, campaign_id)
  SELECT i.mail_id, v.id, i.campaign_id
  FROM invite i JOIN conversation v ON v.brand_id = i.brand_id AND v.creator_id = i.creator_id
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP TABLE "chat";--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_opt_in_id_opt_in_id_fk";--> statement-breakpoint
ALTER TABLE "attachment" ALTER COLUMN "conversation_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_mail" ALTER COLUMN "conversation_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ALTER COLUMN "conversation_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_assigned_to_person_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_campaign" ADD CONSTRAINT "conversation_campaign_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_campaign" ADD CONSTRAINT "conversation_campaign_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_campaign" ADD CONSTRAINT "conversation_campaign_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_campaign" ADD CONSTRAINT "conversation_campaign_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_campaign_opt_in" ON "conversation_campaign" USING btree ("opt_in_id");--> statement-breakpoint
CREATE INDEX "conversation_campaign_page" ON "conversation_campaign" USING btree ("campaign_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_campaign_unread" ON "conversation_campaign" USING btree ("brand_id","campaign_id") WHERE "conversation_campaign"."unread" > 0;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD CONSTRAINT "conversation_mail_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_mail" ADD CONSTRAINT "conversation_mail_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_inbound_mail_id_inbound_mail_id_fk" FOREIGN KEY ("inbound_mail_id") REFERENCES "public"."inbound_mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_conversation" ON "attachment" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_creator" ON "conversation" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "conversation_with_unread" ON "conversation" USING btree ("brand_id") WHERE "conversation"."unread" > 0;--> statement-breakpoint
CREATE INDEX "conversation_snoozed" ON "conversation" USING btree ("snoozed_until") WHERE "conversation"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "message_campaign" ON "message" USING btree ("conversation_id","campaign_id","number");--> statement-breakpoint
CREATE INDEX "message_mail" ON "message" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "message_inbound_mail" ON "message" USING btree ("inbound_mail_id");--> statement-breakpoint
CREATE INDEX "conversation_mail_of" ON "conversation_mail" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_page" ON "conversation" USING btree ("brand_id","last_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "message_number" ON "message" USING btree ("conversation_id","number");--> statement-breakpoint
CREATE INDEX "message_unread" ON "message" USING btree ("conversation_id","number") WHERE "message"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_client" ON "message" USING btree ("conversation_id","client_id");--> statement-breakpoint
-- Each opt-in labels the conversation with its creator, and makes it where there is none.
CREATE OR REPLACE FUNCTION conversation_of_opt_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found uuid;
BEGIN
  INSERT INTO conversation AS v (id, brand_id, creator_id, last_at)
  VALUES (gen_random_uuid(), NEW.brand_id, NEW.creator_id, NEW.created_at)
  ON CONFLICT (brand_id, creator_id) DO UPDATE SET last_at = greatest(v.last_at, excluded.last_at)
  RETURNING v.id INTO found;
  INSERT INTO conversation_campaign AS l (conversation_id, campaign_id, brand_id, opt_in_id, last_at)
  VALUES (found, NEW.campaign_id, NEW.brand_id, NEW.id, NEW.created_at)
  ON CONFLICT (conversation_id, campaign_id)
    DO UPDATE SET opt_in_id = excluded.opt_in_id, last_at = greatest(l.last_at, excluded.last_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER conversation_of_opt_in AFTER INSERT ON opt_in
  FOR EACH ROW EXECUTE FUNCTION conversation_of_opt_in();
