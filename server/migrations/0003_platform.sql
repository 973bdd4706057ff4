-- What the platform keeps, which knows nothing of messaging.

-- Facts about this installation: its id, its signing keys.
create table Systems (
  Name varchar(64) primary key,
  Value text not null default ''
);

-- When the next request under a key may come (the generic cell rate algorithm's theoretical arrival time, in
-- milliseconds). Here and not in a process, so that several servers can share it; unlogged, because what a crash
-- forgets is at most one burst.
create unlogged table RateLimits (
  Key varchar(256) primary key,
  ArrivalAt double precision not null
);

-- Work in the background and how far it is.
create table Jobs (
  Id varchar(26) primary key,
  Type varchar(32) not null,
  Priority bigint not null default 0,
  CreateAt bigint not null,
  StartAt bigint not null default 0,
  LastActivityAt bigint not null default 0,
  Status varchar(32) not null,
  Progress bigint not null default 0,
  -- Values are strings, as on the wire.
  Data jsonb not null default '{}',
  -- How often it was taken up; an earlier attempt that still runs has lost the job.
  Attempt integer not null default 0,
  -- The user who started the job, whose permission is checked on each attempt. Empty for the server's clock and the
  -- command line.
  StartedBy varchar(26) not null default '',
  -- A pending job is not taken up before this time.
  RunAt bigint not null default 0,
  -- How often in a row it was taken up again because its server died, or because it failed and may be tried again.
  Failures integer not null default 0
);
create index idx_jobs_type_create_at on Jobs (Type, CreateAt);
create index idx_jobs_status on Jobs (Status, Type);

-- When the next job of a type is due, for those that the clock starts.
create table JobSchedules (
  Type varchar(32) primary key,
  Cron varchar(64) not null,
  TimeZone varchar(64) not null,
  NextAt bigint not null,
  -- When NextAt was worked out. If this is in the future, the clock was set back.
  SetAt bigint not null
);
