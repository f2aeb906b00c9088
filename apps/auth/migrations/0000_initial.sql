-- People who can log in. Email is kept in lower case, so that one email is one account.
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
  password_changed_at timestamptz not null default now(),
  -- Whether a passkey is required after the password. An authenticator app always is.
  passkey_after_password boolean not null default false,
  -- The language of pages and emails, as people had it when they signed up or logged in last.
  language text,
  -- The language that people chose rather than got from their browser: the one that their profile starts with.
  chosen_language text
);

-- Sign-ups whose email was not opened yet. The account is created from one of them, so a stranger's sign-up with
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
  expires_at timestamptz not null,
  -- Brands are asked for in a step of their own; the email is sent after it.
  needs_brand boolean not null default false,
  language text,
  chosen_language text
);
create index sign_up_email on sign_up (email, created_at desc);
create index sign_up_interaction on sign_up (interaction_uid, created_at desc);

-- Links sent by email; only the hash of their secret is kept.
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

-- Outgoing email. Inserted with the change that causes it, deleted once the mail server accepted it.
create table mail_job (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  attempts int not null default 0,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index mail_job_run_at on mail_job (run_at);

-- Counters behind the growing delays: failed logins, sign-ups, emails. Keys are hashed.
create table throttle (
  scope text not null,
  key bytea not null,
  count int not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (scope, key)
);
create index throttle_last_at on throttle (last_at);

-- Keys that sign tokens. A key signs from active_from on, until a newer one does. Private keys are sealed with
-- SECRET_KEY; the plain column holds keys of earlier versions until the next start.
create table signing_key (
  kid text primary key,
  private_jwk jsonb,
  created_at timestamptz not null default now(),
  active_from timestamptz not null,
  sealed_jwk text,
  constraint signing_key_kept check ((private_jwk is null) <> (sealed_jwk is null))
);

-- Secrets created at the first start, such as the key of the cookies' signatures.
create table secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Everything the OpenID Connect library keeps: sessions, grants, codes, refresh tokens, interactions.
-- The id is hashed; payload is text because jsonb refuses the NUL that a hostile parameter may hold.
create table oidc_model (
  model text not null,
  key bytea not null,
  payload text not null,
  grant_id text,
  account_id uuid,
  uid text,
  consumed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Which refresh tokens follow each other: a token may be traded again as long as none that followed it was.
  chain text,
  rotations int,
  superseded boolean not null default false,
  primary key (model, key)
);
create index oidc_model_grant on oidc_model (grant_id) where grant_id is not null;
create index oidc_model_account on oidc_model (account_id) where account_id is not null;
create index oidc_model_uid on oidc_model (uid) where uid is not null;
create index oidc_model_expires_at on oidc_model (expires_at);
create index oidc_model_chain on oidc_model (chain, rotations) where chain is not null;

-- What an account proves itself with beside its password. Secrets are sealed with SECRET_KEY, codes hashed with it.
create table authenticator_app (
  account_id uuid primary key references account (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- Null until a first code has shown that the app holds the secret.
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was accepted: none is accepted twice.
  last_step bigint not null default 0
);

create table passkey (
  id text primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

create table recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A challenge for the passkeys of one browser; it is answered once.
create table passkey_question (
  subject text primary key,
  challenge text not null,
  expires_at timestamptz not null
);

-- Logins whose password was right and whose second step is still missing.
create table half_login (
  interaction_uid text primary key,
  account_id uuid not null references account (id) on delete cascade,
  expires_at timestamptz not null
);

-- What is known of a session beyond what the OpenID Connect library keeps.
create table session_note (
  session_uid text primary key,
  account_id uuid not null references account (id) on delete cascade,
  user_agent text not null default '',
  -- When the person last proved who they are inside this session.
  confirmed_at timestamptz,
  -- The page of the app that the person came from.
  return_to text,
  noted_at timestamptz not null default now()
);
create index session_note_account on session_note (account_id);

-- An account's next email, until its owner has opened the email sent there.
create table email_change (
  account_id uuid primary key references account (id) on delete cascade,
  email text not null,
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Keys, sessions and grants that ended before the tokens made from them. Verifiers read this list every few seconds.
create table revocation (
  kind text not null check (kind in ('key', 'session', 'grant')),
  id text not null,
  revoked_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
);
create index revocation_revoked_at on revocation (revoked_at);

-- A trigger, because sessions and grants end in many places, some of them inside the OpenID Connect library.
create function note_revocation() returns trigger language plpgsql as $$
begin
  insert into revocation (kind, id)
  values (case old.model when 'Session' then 'session' else 'grant' end,
          case old.model when 'Session' then old.uid else old.grant_id end)
  on conflict (kind, id) do update set revoked_at = excluded.revoked_at;
  return null;
end $$;
create trigger oidc_model_session_ended after delete on oidc_model for each row
  when (old.model = 'Session' and old.uid is not null and old.account_id is not null and old.expires_at > now())
  execute function note_revocation();
create trigger oidc_model_grant_ended after delete on oidc_model for each row
  when (old.model = 'Grant' and old.grant_id is not null)
  execute function note_revocation();

-- Browsers and networks an account has signed in from. They have their own budget of wrong passwords, so that nobody can
-- lock the owner out. Keys are hashed with SECRET_KEY.
create table known_place (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null check (kind in ('browser', 'network')),
  key bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, kind, key)
);
create index known_place_seen_at on known_place (seen_at);

-- Rate limit counters shared by all processes. Unlogged: a crash may lose them.
create unlogged table rate_limit (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index rate_limit_expiry on rate_limit (expires_at);
