-- The language of pages and emails, as people had it when they signed up or logged in last.
alter table account add column language text;
alter table sign_up add column language text;
