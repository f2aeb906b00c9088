-- Replies that repeat a personal or unsubscribe link no longer hold its secret: only its recipient may open it.
UPDATE "inbound_mail" SET
  "subject" = regexp_replace("subject", '((/|%2F)(invite|unsubscribe)(/|%2F))[A-Za-z0-9_-]{16,}', '\1...', 'gi'),
  "visible" = regexp_replace("visible", '((/|%2F)(invite|unsubscribe)(/|%2F))[A-Za-z0-9_-]{16,}', '\1...', 'gi'),
  "body" = regexp_replace("body", '((/|%2F)(invite|unsubscribe)(/|%2F))[A-Za-z0-9_-]{16,}', '\1...', 'gi')
WHERE concat_ws(' ', "subject", "visible", "body") ~* '(/|%2F)(invite|unsubscribe)(/|%2F)[A-Za-z0-9_-]{16,}';--> statement-breakpoint
UPDATE "message" SET
  "text" = regexp_replace("text", '((/|%2F)(invite|unsubscribe)(/|%2F))[A-Za-z0-9_-]{16,}', '\1...', 'gi')
WHERE "by_email" AND "kind" = 'creator'
  AND "text" ~* '(/|%2F)(invite|unsubscribe)(/|%2F)[A-Za-z0-9_-]{16,}';--> statement-breakpoint
UPDATE "notification" SET
  "text" = regexp_replace("text", '((/|%2F)(invite|unsubscribe)(/|%2F))[A-Za-z0-9_-]{16,}', '\1...', 'gi')
WHERE "kind" = 'message' AND "text" ~* '(/|%2F)(invite|unsubscribe)(/|%2F)[A-Za-z0-9_-]{16,}';
