CREATE TABLE "creator_open_claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"username" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_open_claim" ADD CONSTRAINT "creator_open_claim_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_open_claim_once" ON "creator_open_claim" USING btree ("user_id","platform",lower("username"));
--> statement-breakpoint
INSERT INTO "creator_open_claim" ("id", "user_id", "platform", "username", "code", "created_at")
SELECT k."id", k."user_id", c."platform", c."username", k."code", k."created_at"
FROM "creator_claim" k JOIN "creator" c ON c."id" = k."creator_id"
WHERE k."claimed_at" IS NULL
ORDER BY k."created_at" DESC
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Profiles that exist only because somebody once claimed them without a proof go; what anything refers to stays.
DO $$
DECLARE bare uuid;
BEGIN
  FOR bare IN
    SELECT c."id" FROM "creator" c
    WHERE c."brand_id" IS NULL AND c."user_id" IS NULL AND c."fullname" = '' AND c."bio" = ''
      AND c."follower_count" IS NULL AND c."figures" = '{}'::jsonb
      AND EXISTS (SELECT FROM "creator_claim" k WHERE k."creator_id" = c."id")
      AND NOT EXISTS (SELECT FROM "creator_claim" k WHERE k."creator_id" = c."id" AND k."claimed_at" IS NOT NULL)
      -- These would go with the profile, or lose it, without a complaint.
      AND NOT EXISTS (SELECT FROM "creator_contact" k WHERE k."creator_id" = c."id")
      AND NOT EXISTS (SELECT FROM "creator_import_row" r WHERE r."creator_id" = c."id")
  LOOP
    BEGIN
      DELETE FROM "creator_claim" WHERE "creator_id" = bare;
      DELETE FROM "creator" WHERE "id" = bare;
    EXCEPTION WHEN foreign_key_violation THEN NULL;
    END;
  END LOOP;
END $$;--> statement-breakpoint
DELETE FROM "creator_claim" WHERE "claimed_at" IS NULL;
