-- How often something was done lately, counted for all processes together. Unlogged: a crash may forget it.
create unlogged table rate_limit (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index rate_limit_expiry on rate_limit (expires_at);
