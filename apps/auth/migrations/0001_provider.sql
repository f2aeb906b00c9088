-- Keys that sign tokens. A key signs from active_from on, until a newer one does.
create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  active_from timestamptz not null
);

-- Secrets made at the first start, such as the key of the cookies' signatures.
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
  primary key (model, key)
);
create index oidc_model_grant on oidc_model (grant_id) where grant_id is not null;
create index oidc_model_account on oidc_model (account_id) where account_id is not null;
create index oidc_model_uid on oidc_model (uid) where uid is not null;
create index oidc_model_expires_at on oidc_model (expires_at);
