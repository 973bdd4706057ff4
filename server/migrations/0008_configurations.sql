-- The settings that are stored in the database, one row per change (docs/configuration.md). The highest version is active.
create table Configurations (
  Version bigint primary key,
  CreateAt bigint not null,
  -- The user who made the change; empty for the command line and the server itself.
  UserId varchar(26) not null default '',
  -- What created the version: initial, file (moved from config.json), change, restore (of an earlier version) or
  -- backup (adjusted while a backup was restored).
  Origin varchar(16) not null,
  -- For a restore, the version that was restored; otherwise 0.
  RestoredVersion bigint not null default 0,
  -- The settings that differ from their defaults, by section and name, without secrets.
  Settings jsonb not null default '{}',
  -- Sealed: the same for secrets.
  Secrets text not null default '',
  -- What the version changed: a list of names with the values before and after. Secrets are masked.
  Changes jsonb not null default '[]'
);
