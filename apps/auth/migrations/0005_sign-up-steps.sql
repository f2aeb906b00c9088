-- Sign-ups of brands ask for the brand in a step of its own; the email waits for it.
alter table sign_up add column needs_brand boolean not null default false;
