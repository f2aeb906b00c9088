CREATE TABLE "opt_in_offer" (
	"opt_in_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"side" text NOT NULL,
	"state" text DEFAULT 'offered' NOT NULL,
	"terms" jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"answered_at" timestamptz(3),
	CONSTRAINT "opt_in_offer_opt_in_id_number_pk" PRIMARY KEY("opt_in_id","number")
);
--> statement-breakpoint
ALTER TABLE "opt_in" ADD COLUMN "agreed_number" integer;--> statement-breakpoint
ALTER TABLE "opt_in" ADD COLUMN "undo" jsonb;--> statement-breakpoint
ALTER TABLE "opt_in_offer" ADD CONSTRAINT "opt_in_offer_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in_offer" ADD CONSTRAINT "opt_in_offer_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "opt_in_offer_open" ON "opt_in_offer" USING btree ("opt_in_id") WHERE "opt_in_offer"."state" = 'offered';--> statement-breakpoint
CREATE INDEX "opt_in_undo" ON "opt_in" USING btree ("id") WHERE "opt_in"."undo" is not null;
--> statement-breakpoint
-- The terms of a collaboration include the usage rights of its campaign.
UPDATE opt_in i SET agreement = i.agreement || jsonb_build_object('usageRights', c.brief->'usageRights')
FROM campaign c WHERE c.id = i.campaign_id;
--> statement-breakpoint
-- What each creator named themselves, and what stands in the books today. A brand's change of the agreement is in the
-- history; without one, the terms are those the creator opted in to, and an empty fee was never named by anybody.
CREATE TEMP TABLE carried ON COMMIT DROP AS
SELECT i.id, i.status, i.user_id, i.created_at, i.agreement AS stored, i.asked_fee,
  i.status IN ('approved', 'completed') OR i.approved_at IS NOT NULL AS approved,
  coalesce(i.approved_at, i.updated_at) AS approved_at,
  i.agreement || jsonb_build_object('fee', i.asked_fee) || CASE WHEN e.created_at IS NULL THEN '{}'::jsonb
    ELSE jsonb_build_object('currency', coalesce(c.brief->'currency', i.agreement->'currency'),
      'deliverables', coalesce(c.brief->'deliverables', '[]'),
      'draftDue', c.brief->'draftDue', 'liveDue', c.brief->'liveDue') END AS asked,
  e.created_at AS changed_at, e.user_id AS changed_by, p.id AS payable_id, p.state AS payable_state, p.paid_at
FROM opt_in i
JOIN campaign c ON c.id = i.campaign_id
LEFT JOIN LATERAL (SELECT h.created_at, h.user_id FROM opt_in_event h
  WHERE h.opt_in_id = i.id AND h.kind = 'agreement' ORDER BY h.id DESC LIMIT 1) e ON true
LEFT JOIN payable p ON p.opt_in_id = i.id AND NOT p.held;
--> statement-breakpoint
-- agreed: approved at the creator's own terms. countered: the brand changed them without the creator. settled: paid,
-- so that what was paid is what was agreed. unnamed: completed without a fee, though the creator asked for one, which
-- the brand can still agree to.
ALTER TABLE carried ADD COLUMN countered boolean, ADD COLUMN settled boolean, ADD COLUMN unnamed boolean;
--> statement-breakpoint
UPDATE carried SET
  countered = status IN ('pending', 'approved', 'completed') AND stored <> asked
    AND (changed_at IS NOT NULL OR stored->>'fee' IS NOT NULL),
  settled = payable_state = 'paid' AND stored <> asked,
  unnamed = status = 'completed' AND changed_at IS NULL AND payable_id IS NULL
    AND stored->>'fee' IS NULL AND coalesce(asked_fee, 0) > 0;
--> statement-breakpoint
INSERT INTO opt_in_offer (opt_in_id, number, side, state, terms, user_id, created_at, answered_at)
SELECT id, 1, 'creator',
  CASE WHEN settled THEN 'countered' WHEN unnamed THEN 'offered' WHEN approved THEN 'accepted'
    WHEN countered THEN 'countered' WHEN status = 'withdrawn' THEN 'withdrawn' ELSE 'offered' END,
  asked, user_id, created_at,
  CASE WHEN settled THEN coalesce(changed_at, paid_at) WHEN unnamed THEN null WHEN approved THEN approved_at
    WHEN countered THEN changed_at WHEN status = 'withdrawn' THEN approved_at END
FROM carried;
--> statement-breakpoint
INSERT INTO opt_in_offer (opt_in_id, number, side, state, terms, user_id, created_at, answered_at)
SELECT id, 2, 'brand', CASE WHEN settled THEN 'accepted' ELSE 'offered' END, stored, changed_by,
  coalesce(changed_at, approved_at), CASE WHEN settled THEN paid_at END
FROM carried WHERE settled OR countered;
--> statement-breakpoint
UPDATE opt_in i SET
  agreed_number = CASE WHEN k.settled THEN 2 WHEN k.approved AND NOT k.unnamed THEN 1 END,
  agreement = CASE WHEN k.settled THEN k.stored WHEN k.approved AND NOT k.unnamed THEN k.asked
    ELSE k.asked || '{"fee": null}' END
FROM carried k WHERE k.id = i.id;
--> statement-breakpoint
-- Unpaid payments follow the terms that bind: without a fee nothing is owed.
WITH owed AS (
  SELECT p.id, coalesce((i.agreement->>'fee')::bigint, 0) AS fee, i.agreement->>'currency' AS currency
  FROM carried k JOIN opt_in i ON i.id = k.id JOIN payable p ON p.id = k.payable_id
  WHERE p.state <> 'paid'
), changed AS (
  UPDATE payable p SET
    held = o.fee = 0,
    fee = CASE WHEN o.fee = 0 THEN p.fee ELSE o.fee END,
    processing_fee = CASE WHEN o.fee = 0 THEN p.processing_fee ELSE (o.fee * 5 + 50) / 100 END,
    currency = CASE WHEN o.fee = 0 THEN p.currency ELSE o.currency END,
    state = 'due', reason = null, reference = null, version = p.version + 1, updated_at = now()
  FROM owed o WHERE o.id = p.id AND (p.fee <> o.fee OR p.currency <> o.currency)
  RETURNING p.id, p.held
)
INSERT INTO payable_event (id, payable_id, text, created_at)
SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
  id, CASE WHEN held THEN 'Taken back: no fee is agreed' ELSE 'Due: the agreed fee has changed' END, now()
FROM changed;
--> statement-breakpoint
-- Each opt-in has its first offer, whoever made it; one that is approved from the start is agreed.
CREATE FUNCTION opt_in_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.agreed_number IS NULL AND NEW.status IN ('approved', 'completed') THEN NEW.agreed_number := 1; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER opt_in_agreed BEFORE INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_agreed();
--> statement-breakpoint
CREATE FUNCTION opt_in_first_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opt_in_offer (opt_in_id, number, side, state, terms, user_id, created_at, answered_at)
  VALUES (NEW.id, 1, 'creator',
    CASE WHEN NEW.agreed_number = 1 THEN 'accepted' WHEN NEW.status = 'withdrawn' THEN 'withdrawn' ELSE 'offered' END,
    CASE WHEN NEW.agreed_number = 1 THEN NEW.agreement
      ELSE NEW.agreement || jsonb_build_object('fee', NEW.asked_fee) END,
    NEW.user_id, NEW.created_at,
    CASE WHEN NEW.agreed_number = 1 THEN coalesce(NEW.approved_at, NEW.created_at)
      WHEN NEW.status = 'withdrawn' THEN NEW.updated_at END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER opt_in_first_offer AFTER INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_first_offer();
--> statement-breakpoint
CREATE FUNCTION opt_in_offer_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.opt_in_id, NEW.number, NEW.side, NEW.terms, NEW.created_at)
    IS DISTINCT FROM (OLD.opt_in_id, OLD.number, OLD.side, OLD.terms, OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of an offer never change: add a version';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER opt_in_offer_keep BEFORE UPDATE ON opt_in_offer FOR EACH ROW EXECUTE FUNCTION opt_in_offer_keep();
