CREATE TABLE "creator_picture" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"requested_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_picture" ADD CONSTRAINT "creator_picture_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_picture_import" ON "creator_picture" USING btree ("import_id","state");--> statement-breakpoint
-- Imports kept the URLs of files, which pages never load: those pictures are copied now, and initials stand meanwhile.
INSERT INTO "creator_picture" ("creator_id", "import_id", "url", "state", "requested_at")
SELECT DISTINCT ON (c.id) c.id, r.import_id, c.profile_pic_url, 'waiting', now()
FROM "creator" c JOIN "creator_import_row" r ON r.creator_id = c.id AND r.key IS NOT NULL
WHERE c.profile_pic_url IS NOT NULL AND c.profile_pic_url !~ '/media/[0-9a-f-]{36}/[0-9a-f]{32}[.][a-z]+$'
  AND (c.brand_id IS NOT NULL OR c.figures->'followerCount'->>'source' = 'administrator-import')
ORDER BY c.id, r.import_id DESC;
--> statement-breakpoint
UPDATE "creator" c SET "profile_pic_url" = NULL FROM "creator_picture" p WHERE p.creator_id = c.id;
