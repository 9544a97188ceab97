/** What each version of the tables adds to the one before it. None is ever changed: databases have run it. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE logs (
    name uuid PRIMARY KEY,
    project text NOT NULL,
    session text NOT NULL,
    subpath text NOT NULL,
    life uuid NOT NULL,
    born date NOT NULL,
    ends bigint NOT NULL,
    bytes bigint NOT NULL,
    epoch bigint NOT NULL,
    holder uuid,
    claim uuid,
    note text,
    modified_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  -- What each append changes is in no index, so that a row is renewed where it stands.
  CREATE INDEX logs_by_session ON logs (project, session);
  CREATE INDEX logs_by_id ON logs (session text_pattern_ops);

  CREATE TABLE entries (
    name uuid NOT NULL,
    life uuid NOT NULL,
    seq bigint NOT NULL,
    born date NOT NULL,
    line bytea NOT NULL,
    PRIMARY KEY (name, life, seq, born)
  ) PARTITION BY RANGE (born);
  CREATE TABLE entries_other PARTITION OF entries DEFAULT;

  CREATE TABLE drafts (
    name uuid NOT NULL,
    life uuid NOT NULL,
    draft uuid NOT NULL,
    project text NOT NULL,
    session text NOT NULL,
    subpath text NOT NULL,
    born date NOT NULL,
    ends bigint NOT NULL,
    bytes bigint NOT NULL,
    modified_at timestamptz NOT NULL,
    PRIMARY KEY (name, life)
  );

  CREATE TABLE writers (
    writer uuid PRIMARY KEY,
    words text NOT NULL,
    alive_until timestamptz NOT NULL
  );
  `,
  // Who wrote a log last, and since when they have it. Without a value for old rows nothing is written anew; a writer of
  // the version before leaves them as they are.
  `ALTER TABLE logs ADD COLUMN person text, ADD COLUMN host text, ADD COLUMN claimed_at timestamptz`,
]
