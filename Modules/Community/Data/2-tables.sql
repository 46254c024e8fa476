-- What is kept. Every key begins with `app`, by which the tables can be spread over machines; '*' is what belongs to all apps.
SET LOCAL search_path = commonplace_community;

-- Which community this is, and how far its schema has come.
CREATE TABLE charter (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    community text NOT NULL DEFAULT gen_random_uuid()::text,
    version integer NOT NULL,
    founded_on date NOT NULL DEFAULT current_date,
    PRIMARY KEY (app)
);

-- How much is too much: set by whoever administers the database.
CREATE TABLE limits (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    name text NOT NULL,
    most integer NOT NULL,
    PRIMARY KEY (app, name)
);

-- The key under which voters are named: two blocks of 64 bytes, as HMAC-SHA-256 mixes them.
CREATE TABLE secrets (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    inner_key bytea NOT NULL,
    outer_key bytea NOT NULL,
    PRIMARY KEY (app)
);

-- Who was let in, by the name of their login. `author` is the name under which they write.
CREATE TABLE members (
    app text NOT NULL,
    member text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('participant', 'developer')),
    author text NOT NULL CHECK (author ~ '^[0-9a-z]{26}$'),
    label text NOT NULL DEFAULT '' CHECK (length(label) <= 120),
    invitation bytea,
    enrolled_on date NOT NULL DEFAULT current_date,
    revoked_on date,
    PRIMARY KEY (app, member),
    UNIQUE (app, author)
);
CREATE INDEX members_by_member ON members (member);

-- Names that are taken, or that somebody wanted to be forgotten: under a hash, so that they are nobody's in a copy of this table.
CREATE TABLE names (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    name bytea NOT NULL,
    is_gone boolean NOT NULL DEFAULT false,
    PRIMARY KEY (app, name)
);

-- Who may come in: by the hash of a code. A licence belongs to one person, who may come again with a new password.
CREATE TABLE invitations (
    app text NOT NULL,
    code bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('participant', 'developer')),
    is_licence boolean NOT NULL DEFAULT false,
    label text NOT NULL DEFAULT '' CHECK (length(label) <= 120),
    uses_left integer NOT NULL CHECK (uses_left >= 0),
    expires_on date,
    PRIMARY KEY (app, code)
);

-- How often somebody knocked, by address and day.
CREATE TABLE knocks (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    address text NOT NULL,
    day date NOT NULL DEFAULT current_date,
    entered integer NOT NULL DEFAULT 0,
    refused integer NOT NULL DEFAULT 0,
    PRIMARY KEY (app, address, day)
);

CREATE TABLE blocks (
    app text NOT NULL,
    author text NOT NULL,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 400),
    since timestamptz NOT NULL,
    PRIMARY KEY (app, author)
);

-- What was taken from each outbox last, so that nothing is taken twice. Votes have no line here.
CREATE TABLE ledger (
    app text NOT NULL,
    member text NOT NULL,
    outbox text NOT NULL CHECK (length(outbox) <= 100),
    number bigint NOT NULL,
    PRIMARY KEY (app, member, outbox)
);

-- How much of each allowance is used, by the server's day.
CREATE TABLE allowances (
    app text NOT NULL,
    member text NOT NULL,
    deed text NOT NULL,
    day date NOT NULL DEFAULT current_date,
    used integer NOT NULL DEFAULT 1,
    PRIMARY KEY (app, member, deed, day)
);

CREATE TABLE feedback (
    app text NOT NULL,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    author text NOT NULL,
    category text NOT NULL CHECK (category IN ('Bug', 'Feature', 'Content', 'General')),
    body text NOT NULL CHECK (length(body) BETWEEN 1 AND 4000),
    -- Neither infinity nor before Christ, which no app could read.
    written_at timestamptz NOT NULL CHECK (written_at >= '0001-01-01 00:00+00' AND written_at < '10000-01-01 00:00+00'),
    device jsonb NOT NULL CHECK (length(device::text) <= 2000),
    usage jsonb CHECK (length(usage::text) <= 2000),
    hidden_because text CHECK (length(hidden_because) <= 400),
    PRIMARY KEY (app, id)
);
CREATE INDEX feedback_by_author ON feedback (app, author, written_at);
CREATE INDEX feedback_by_time ON feedback (app, written_at);

CREATE TABLE answers (
    app text NOT NULL,
    feedback text NOT NULL,
    body text CHECK (length(body) BETWEEN 1 AND 4000),
    answered_at timestamptz,
    status text NOT NULL CHECK (status IN ('Pending', 'Responded', 'Implemented')),
    target text CHECK (length(target) <= 120),
    resolved_on date,
    PRIMARY KEY (app, feedback),
    FOREIGN KEY (app, feedback) REFERENCES feedback ON DELETE CASCADE
);

-- How developers sort feedback: for their eyes only. `same_as` is another feedback that says the same.
CREATE TABLE triage (
    app text NOT NULL,
    feedback text NOT NULL,
    tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
    severity text CHECK (severity IN ('Critical', 'High', 'Medium', 'Low')),
    same_as text,
    PRIMARY KEY (app, feedback),
    FOREIGN KEY (app, feedback) REFERENCES feedback ON DELETE CASCADE
);

CREATE TABLE items (
    app text NOT NULL,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
    body text NOT NULL CHECK (length(body) <= 4000),
    priority integer NOT NULL CHECK (priority BETWEEN 1 AND 9),
    promised text NOT NULL CHECK (length(promised) <= 120),
    status text NOT NULL CHECK (status IN ('Planned', 'InProgress', 'Released')),
    category text NOT NULL CHECK (category IN ('Content', 'Feature', 'UX')),
    icon text NOT NULL DEFAULT '' CHECK (length(icon) <= 20),
    -- How much is done, when it was released, and the rest that only an app understands.
    state jsonb NOT NULL CHECK (length(state::text) <= 2000),
    created_at timestamptz NOT NULL,
    -- From then on no votes are taken, by the server's clock.
    closes_at timestamptz,
    PRIMARY KEY (app, id)
);

CREATE TABLE suggestions (
    app text NOT NULL,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
    body text NOT NULL CHECK (length(body) BETWEEN 1 AND 4000),
    submitted_at timestamptz NOT NULL CHECK (submitted_at >= '0001-01-01 00:00+00' AND submitted_at < '10000-01-01 00:00+00'),
    status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'UnderReview', 'AddedToRoadmap', 'Declined')),
    promoted_to text,
    promoted_at timestamptz,
    merged_into text,
    decided_at timestamptz,
    hidden_because text CHECK (length(hidden_because) <= 400),
    PRIMARY KEY (app, id)
);
CREATE INDEX suggestions_by_merge ON suggestions (app, merged_into) WHERE merged_into IS NOT NULL;

-- What developers think of it: for their eyes only.
CREATE TABLE suggestion_notes (
    app text NOT NULL,
    suggestion text NOT NULL,
    notes text NOT NULL CHECK (length(notes) BETWEEN 1 AND 4000),
    PRIMARY KEY (app, suggestion),
    FOREIGN KEY (app, suggestion) REFERENCES suggestions ON DELETE CASCADE
);

-- Whose words a suggestion or an item is made of: seen by them and by developers.
CREATE TABLE words (
    app text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('suggestion', 'item')),
    id text NOT NULL,
    author text NOT NULL,
    PRIMARY KEY (app, kind, id)
);
CREATE INDEX words_by_author ON words (app, author);

-- A vote: a name that only the server can make, and the day. It is another name for each item, so that no two votes are known to be one person's.
-- No key refers to the item: each vote would lock its line, and a storm of votes would queue there.
CREATE TABLE votes (
    app text NOT NULL,
    item text NOT NULL,
    voter bytea NOT NULL,
    day date NOT NULL DEFAULT current_date,
    PRIMARY KEY (app, item, voter)
);

-- For suggestions it is one name a person and app: what is merged must count each once.
CREATE TABLE suggestion_votes (
    app text NOT NULL,
    suggestion text NOT NULL,
    voter bytea NOT NULL,
    day date NOT NULL DEFAULT current_date,
    PRIMARY KEY (app, suggestion, voter),
    FOREIGN KEY (app, suggestion) REFERENCES suggestions ON DELETE CASCADE
);

-- Votes counted as they come, in sixteen lines an item, so that a storm of votes does not queue before one.
CREATE TABLE tallies (
    app text NOT NULL,
    item text NOT NULL,
    slot smallint NOT NULL,
    votes bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (app, item, slot)
) WITH (fillfactor = 50);

CREATE TABLE announcements (
    app text NOT NULL,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
    message text NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
    posted_at timestamptz NOT NULL,
    expires_at timestamptz,
    category text NOT NULL CHECK (category IN ('Release', 'Maintenance', 'Community')),
    version text CHECK (length(version) <= 120),
    PRIMARY KEY (app, id)
);

-- Who was counted in a month, under a name of that month alone, and what they did in it.
CREATE TABLE turnout (
    app text NOT NULL,
    month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
    name bytea NOT NULL,
    deeds text[] NOT NULL,
    PRIMARY KEY (app, month, name)
);

-- Who has reviewed an app, under a name of its own.
CREATE TABLE reviews (
    app text NOT NULL,
    name bytea NOT NULL,
    PRIMARY KEY (app, name)
);

-- What developers did. Lines are added and never changed, by nobody.
CREATE TABLE audit (
    app text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    member text NOT NULL,
    deed text NOT NULL,
    subject text NOT NULL,
    PRIMARY KEY (app, at, id)
);

INSERT INTO limits (name, most) VALUES
    ('entries an address and day', 50), ('wrong codes an address and day', 10),
    ('feedback', 50), ('suggestion', 20), ('attendance', 10), ('review', 10), ('month', 5);

DO $$
DECLARE
    -- Each identifier has 122 bits of the system's chance.
    key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    inner_key bytea := decode(repeat('36', 64), 'hex');
    outer_key bytea := decode(repeat('5c', 64), 'hex');
BEGIN
    FOR place IN 0..31 LOOP
        inner_key := set_byte(inner_key, place, get_byte(key, place) # 54);
        outer_key := set_byte(outer_key, place, get_byte(key, place) # 92);
    END LOOP;
    INSERT INTO commonplace_community.secrets (inner_key, outer_key) VALUES (inner_key, outer_key);
    INSERT INTO commonplace_community.charter (version) VALUES (1);
END
$$;
