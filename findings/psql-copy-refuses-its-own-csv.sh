#!/usr/bin/env bash
# A good guess: what `\copy table to file csv` wrote, `\copy table from file csv` reads, whatever the texts hold.
#   The manual says that a quoted `\.` is no end of data in CSV.
# Instead: psql looks at lines without regard to quotes. A text of several lines, one of them just `\.`, is written
#   with correct quotes, and psql then stops sending at that line: "unterminated CSV quoted field", no row arrives.
#   The server reads the same file without fault when it opens it itself.
# Version and source: psql and server 15.20 (postgresql-client-15, postgresql-15 15.20-0+deb12u1 of Debian 12).
# Who meets it: programs that keep diary texts or messages in PostgreSQL and back them up as CSV through psql; a note
#   about SMTP, LaTeX or psql itself has such a line. The text format of COPY, or `COPY FROM` by a driver, is safe.
set -euo pipefail
work=$(mktemp -d)
bin=$work/root/usr/lib/postgresql/15/bin
as=()
if [ "$(id -u)" = 0 ]; then as=(runuser -u nobody --); fi
finish() {
  if [ -f "$work/data/cluster/postmaster.pid" ]; then
    "${as[@]}" "$bin/pg_ctl" -D "$work/data/cluster" -m immediate stop > /dev/null 2>&1 || true
  fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"
version=15.20-0+deb12u1
apt-get -qq -o APT::Sandbox::User=root download \
  postgresql-15=$version postgresql-client-15=$version libpq5=$version > /dev/null
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name libpq.so.5)")
export LD_LIBRARY_PATH LC_ALL=C PSQLRC=/dev/null
mkdir data
chmod 711 "$work"
if [ "$(id -u)" = 0 ]; then chown nobody data; fi
chmod 755 data
cd data
"${as[@]}" "$bin/initdb" -D "$work/data/cluster" -U owner -E UTF8 --locale=C --auth=trust > /dev/null
"${as[@]}" "$bin/pg_ctl" -D "$work/data/cluster" -l "$work/data/log" -w \
  -o "-c listen_addresses='' -c unix_socket_directories='$work/data'" start > /dev/null
sql() { "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h "$work/data" -U owner -d postgres "$@"; }
"$bin/psql" --version
sql -c 'show server_version'

sql <<'SQL'
create table note (id int, body text);
insert into note values (1, E'To end a letter, type\n\\.\nand press Return.'), (2, 'plain');
create table by_psql (like note);
create table by_server (like note);
SQL
sql -c "\\copy note to '$work/data/note.csv' csv"
chmod 644 note.csv
echo '-- the file'
cat note.csv
echo '-- psql reads it'
if sql -c "\\copy by_psql from '$work/data/note.csv' csv" > answer 2>&1; then told=0; else told=$?; fi
cat answer
echo "-- exit $told"
sql -c "copy by_server from '$work/data/note.csv' csv"
by_psql=$(sql -c 'select count(*) from by_psql')
by_server=$(sql -c 'select count(*) from by_server join note using (id, body)')
echo "rows by psql: $by_psql, rows by the server: $by_server"
if [ "$told" != 0 ] && grep -q 'unterminated CSV quoted field' answer && [ "$by_psql" = 0 ] && [ "$by_server" = 2 ]
then echo 'as described'
else
  echo 'NOT as described'
  exit 1
fi
