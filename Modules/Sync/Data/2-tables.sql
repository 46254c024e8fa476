-- What is kept. `account` stands first in every key, and every policy asks it.
CREATE SCHEMA commonplace_sync;
REVOKE ALL ON SCHEMA commonplace_sync FROM PUBLIC;
SET LOCAL search_path = commonplace_sync;

-- How far the schema has come, and whether devices have logins of their own here.
CREATE TABLE charter (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version integer NOT NULL,
    gives_logins boolean NOT NULL
);
INSERT INTO charter (version, gives_logins) VALUES (1, false);

CREATE TABLE accounts (
    account text PRIMARY KEY CHECK (octet_length(account) BETWEEN 1 AND 200),
    -- How many parcels were ever left. Whoever leaves one takes this row first, so that numbers are seen in their order.
    seq bigint NOT NULL DEFAULT 0,
    -- How many bytes lie in parcels.
    bytes bigint NOT NULL DEFAULT 0,
    -- Where news is told. Everybody may listen to every channel, so nobody else can guess its name.
    bell text NOT NULL DEFAULT 'cs_' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 32)
);

-- Whose a login is. A door lets devices in, and does nothing else.
CREATE TABLE logins (
    login text PRIMARY KEY,
    account text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('person', 'device', 'door'))
);
CREATE INDEX logins_by_account ON logins (account);

CREATE TABLE devices (
    account text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    device text NOT NULL CHECK (device COLLATE "C" ~ '^[0-9a-z]{1,40}$'),
    -- What it says of itself; nothing before it does.
    card bytea CHECK (octet_length(card) <= 1048576),
    -- Who wrote under this name last.
    login text NOT NULL,
    -- The account's number of its last parcel; 0 while its stream is empty.
    seq bigint NOT NULL DEFAULT 0,
    is_removed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account, device)
);

-- Streams do not overlap: `offer` alone puts parcels, and looks while it holds the account's row.
CREATE TABLE parcels (
    account text NOT NULL,
    device text NOT NULL,
    first bigint NOT NULL CHECK (first > 0),
    last bigint NOT NULL CHECK (last >= first),
    seq bigint NOT NULL,
    checksum bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (account, device, first),
    UNIQUE (account, device, last),
    UNIQUE (account, seq),
    FOREIGN KEY (account, device) REFERENCES devices ON DELETE CASCADE
);
-- What is sealed does not become smaller, and a part of it is read without the rest.
ALTER TABLE parcels ALTER bytes SET STORAGE EXTERNAL;

CREATE TABLE snapshots (
    account text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    snapshot text NOT NULL DEFAULT gen_random_uuid()::text,
    -- For each stream the number of the last record in it, and all of them together.
    through jsonb NOT NULL CHECK (jsonb_typeof(through) = 'object' AND octet_length(through::text) <= 1048576),
    reach numeric NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (account, snapshot)
);
ALTER TABLE snapshots ALTER bytes SET STORAGE EXTERNAL;
