-- What an account proves itself with beside its password. Secrets are sealed with SECRET_KEY, codes hashed with it.
create table authenticator_app (
  account_id uuid primary key references account (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- Null until a first code has shown that the app holds the secret.
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was taken: none is taken twice.
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

-- Whether a passkey is asked for after the password. An authenticator app always is.
alter table account add column passkey_after_password boolean not null default false;

-- A question put to the passkeys of one browser; it is answered once.
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
  -- Where in their app the person came from.
  return_to text,
  noted_at timestamptz not null default now()
);
create index session_note_account on session_note (account_id);

-- The email an account is to have, until its owner has opened the mail sent there.
create table email_change (
  account_id uuid primary key references account (id) on delete cascade,
  email text not null,
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
