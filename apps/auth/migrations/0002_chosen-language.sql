-- The language that people chose rather than got from their browser: the one that their profile starts with.
alter table account add column chosen_language text;
alter table sign_up add column chosen_language text;
