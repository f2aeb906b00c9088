-- Private keys are sealed with SECRET_KEY; the plain column holds keys of earlier versions until the next start.
alter table signing_key alter column private_jwk drop not null;
alter table signing_key add column sealed_jwk text;
alter table signing_key add constraint signing_key_kept check ((private_jwk is null) <> (sealed_jwk is null));

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

-- Which refresh tokens follow each other: a token may be traded again as long as none that followed it was.
alter table oidc_model add column chain text;
alter table oidc_model add column rotations int;
alter table oidc_model add column superseded boolean not null default false;
update oidc_model set chain = grant_id || ':' || (payload::jsonb ->> 'iiat'),
    rotations = coalesce((payload::jsonb ->> 'rotations')::int, 0)
  where model = 'RefreshToken' and position('\u0000' in payload) = 0;
create index oidc_model_chain on oidc_model (chain, rotations) where chain is not null;
