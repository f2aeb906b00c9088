#!/bin/sh
# Two databases whose accounts can't read each other's. Runs once, when the server is empty.
set -eu
for name in troupe troupe_auth; do
  psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -v name="$name" -U postgres <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name" encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C.UTF-8' template template0;
revoke all on database :"name" from public;
SQL
done
