ALTER TABLE "payout_setting" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payout_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if (new.payable_id, new.number, new.account_id, new.amount, new.currency, new.created_at)
    is distinct from (old.payable_id, old.number, old.account_id, old.amount, old.currency, old.created_at)
    or old.state in ('failed', 'returned')
      and (new.state, new.transfer_id, new.failure) is distinct from (old.state, old.transfer_id, old.failure)
      -- Its transfer was found later.
      and not (old.state = 'failed' and new.state = 'sent'
        and old.transfer_id is null and new.transfer_id is not null and new.failure is null)
  then
    raise exception 'a payout cannot be changed';
  end if;
  return new;
end $$;
