ALTER TABLE "creator_refresh" ADD COLUMN "content_from" timestamptz(3);--> statement-breakpoint
-- Until now a reading ended after 50 posts (60 on TikTok): from there on content is known to be complete.
UPDATE "creator_refresh" SET "content_from" = (
  SELECT content.published_at FROM content WHERE content.creator_id = creator.id
  ORDER BY content.published_at DESC
  OFFSET CASE creator.platform WHEN 'tiktok' THEN 59 ELSE 49 END LIMIT 1
)
FROM creator WHERE creator.id = creator_refresh.creator_id AND creator_refresh.read_at IS NOT NULL;
