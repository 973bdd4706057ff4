-- How far each bulk import has come, so that the same file goes on where it stopped.

create table BulkImports (
  Id varchar(26) primary key,
  FileName text not null,
  StartAt bigint not null,
  UpdateAt bigint not null,
  -- 0: not finished.
  EndAt bigint not null default 0,
  -- The rows of the first so many lines are in.
  Lines bigint not null default 0,
  -- For so many lines everything is in: passwords and files too, which follow the rows.
  DoneLines bigint not null default 0,
  -- Where the last of these lines ends, and the SHA-256 of the file up to there: by them a file is known again.
  DoneBytes bigint not null default 0,
  DoneSha256 varchar(64) not null default '',
  -- What became of objects in the first Lines lines, by kind and outcome.
  Counts jsonb not null default '{}'
);
create index idx_bulkimports_unfinished on BulkImports (UpdateAt) where EndAt = 0;
