-- Browsers and networks an account has signed in from. They keep their own budget of wrong passwords, so that nobody can
-- lock the owner out. Keys are hashed with SECRET_KEY.
create table known_place (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null check (kind in ('browser', 'network')),
  key bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, kind, key)
);
create index known_place_seen_at on known_place (seen_at);
