-- People who can log in. Email is kept in lower case, so that one address is one account.
create table account (
  id uuid primary key,
  email text not null unique,
  given_name text not null,
  family_name text not null,
  password_hash text not null,
  role text not null check (role in ('brand', 'creator')),
  groups text[] not null default '{}',
  brand jsonb,
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now()
);

-- Sign-ups whose mail was not opened yet. The account is made from one of them, so a stranger's sign-up with
-- your email never becomes your account.
create table sign_up (
  id uuid primary key,
  email text not null,
  given_name text not null,
  family_name text not null,
  password_hash text not null,
  role text not null check (role in ('brand', 'creator')),
  brand jsonb,
  client_id text not null,
  return_to text,
  interaction_uid text not null,
  account_id uuid references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_up_email on sign_up (email, created_at desc);
create index sign_up_interaction on sign_up (interaction_uid, created_at desc);

-- Links sent by mail; only the hash of their secret is kept.
create table mail_link (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify', 'reset')),
  sign_up_id uuid references sign_up (id) on delete cascade,
  account_id uuid references account (id) on delete cascade,
  interaction_uid text not null,
  client_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Mail that still has to leave. Written with the change that causes it, taken away once the server took the mail.
create table mail_job (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  attempts int not null default 0,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_job_run_at on mail_job (run_at);

-- Counters behind the growing delays: failed logins, sign-ups, mails. Keys are hashed.
create table throttle (
  scope text not null,
  key bytea not null,
  count int not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (scope, key)
);
create index throttle_last_at on throttle (last_at);
