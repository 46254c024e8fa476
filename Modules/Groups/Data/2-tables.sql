-- What is kept. The group comes first in every key.
SET LOCAL search_path = commonplace_groups;

CREATE TABLE charter (
    version integer NOT NULL,
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
);
INSERT INTO charter (version) VALUES (1);

CREATE TABLE groups (
    id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{1,64}$'),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 60),
    founded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    statutes integer NOT NULL,
    keeper text NOT NULL
);

-- The statutes: the same rows that the program has as values.
CREATE TABLE rules (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    role text NOT NULL,
    action text NOT NULL CHECK (action IN ('read', 'write', 'change', 'withdraw', 'count')),
    matter text NOT NULL,
    reach text NOT NULL CHECK (reach IN ('own', 'aboutMe', 'toMe', 'ofWards', 'all')),
    PRIMARY KEY ("group", role, action, matter, reach)
);
CREATE TABLE roles (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    role text NOT NULL,
    PRIMARY KEY ("group", role)
);
CREATE TABLE kinds (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    kind text NOT NULL,
    most integer NOT NULL CHECK (most BETWEEN 0 AND 1048576),
    goes_with text[] NOT NULL,
    floor integer CHECK (floor > 0),
    is_once boolean NOT NULL,
    PRIMARY KEY ("group", kind)
);
CREATE TABLE answerings (
    "group" text NOT NULL,
    kind text NOT NULL,
    answered text NOT NULL,
    reach text NOT NULL,
    PRIMARY KEY ("group", kind, answered, reach),
    FOREIGN KEY ("group", kind) REFERENCES kinds ON DELETE CASCADE
);

-- A login is one member of one group. Who is kept by somebody has none.
CREATE TABLE members (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    id text NOT NULL CHECK (id ~ '^[0-9a-zA-Z._-]{1,64}$'),
    login text UNIQUE,
    proof bytea,
    name text NOT NULL CHECK (length(name) <= 60),
    role text NOT NULL,
    joined date NOT NULL DEFAULT current_date,
    came_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    left_on date,
    kept_by text,
    PRIMARY KEY ("group", id)
);

CREATE TABLE invitations (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    code bytea PRIMARY KEY,
    role text NOT NULL,
    uses_left integer NOT NULL CHECK (uses_left BETWEEN 0 AND 200),
    until date CHECK (until BETWEEN '0001-01-01' AND '9999-12-31'),
    invited_by text NOT NULL
);

CREATE TABLE guardianships (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    guardian text NOT NULL,
    ward text NOT NULL CHECK (ward <> guardian),
    consent text NOT NULL CHECK (length(consent) BETWEEN 1 AND 400),
    noted_by text NOT NULL,
    since date NOT NULL DEFAULT current_date,
    withdrawn date,
    PRIMARY KEY ("group", guardian, ward)
);

-- What was taken back keeps its line without a word.
CREATE TABLE papers (
    "group" text NOT NULL REFERENCES groups ON DELETE CASCADE,
    id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
    kind text NOT NULL,
    author text NOT NULL,
    writer text,
    about text,
    answers text,
    audience text NOT NULL,
    named text[] NOT NULL DEFAULT '{}' CHECK (cardinality(named) <= 500),
    label text CHECK (length(label) BETWEEN 1 AND 60),
    content bytea NOT NULL,
    -- Beyond these years no program reads them, and nobody would see anything any more.
    written_at timestamptz NOT NULL CHECK (written_at BETWEEN '0001-01-01 00:00:00Z' AND '9999-12-31 23:59:59.999Z'),
    day date NOT NULL CHECK (day BETWEEN '0001-01-01' AND '9999-12-31'),
    taken_on date NOT NULL DEFAULT current_date,
    changed_at timestamptz,
    is_gone boolean NOT NULL DEFAULT false,
    PRIMARY KEY ("group", id)
);
CREATE INDEX papers_of_a_kind ON papers ("group", kind, written_at) WHERE NOT is_gone;
CREATE INDEX papers_that_answer ON papers ("group", answers) WHERE answers IS NOT NULL;
CREATE INDEX papers_of_a_day ON papers ("group", taken_on, author);

-- What people did to others. Lines are added and never changed, by nobody.
CREATE TABLE audit (
    "group" text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    member text NOT NULL,
    deed text NOT NULL,
    subject text NOT NULL,
    PRIMARY KEY ("group", at, id)
);

-- How much is too much.
CREATE TABLE limits (
    name text PRIMARY KEY,
    most integer NOT NULL
);
INSERT INTO limits (name, most) VALUES ('papers a day', 500), ('bytes a day', 33554432), ('members', 1000);
