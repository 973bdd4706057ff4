-- Imports, compliance reports and compliance exports.

-- How far each bulk import is, so that the same file goes on where it stopped.
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

-- Compliance reports: an administrator's export of posts in a window of time.
create table Compliances (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UserId varchar(26) not null,
  Status varchar(64) not null,
  "count" integer not null default 0,
  "desc" varchar(512) not null,
  Type varchar(64) not null,
  StartAt bigint not null,
  EndAt bigint not null,
  Keywords varchar(512) not null default '',
  Emails varchar(1024) not null default '',
  -- Whether the archive holds the files of the posts too.
  IncludeFiles boolean not null default false,
  JobId varchar(26) not null default '',
  Error text not null default ''
);
create index idx_compliances_create_at on Compliances (CreateAt);
create index idx_compliances_job_id on Compliances (JobId);

-- A report ends when its job does, for whatever reason: an error, a cancellation of the job, a server that died too
-- often. So SQL never shows a report that runs forever.
create function end_compliance_report() returns trigger language plpgsql as $$
begin
  update Compliances
  set Status = case new.Status when 'canceled' then 'canceled' else 'failed' end,
    Error = case new.Status when 'canceled' then '' else coalesce(new.Data ->> 'error', '') end
  where JobId = new.Id and Status = 'running';
  return null;
end $$;

create trigger compliance_report_ends after update of Status on Jobs
for each row when (new.Type = 'compliance_report' and new.Status in ('error', 'canceled'))
execute function end_compliance_report();

-- Compliance export batches that are written. The next scheduled one begins where the latest scheduled one ends.
create table ComplianceExports (
  Path varchar(512) primary key,
  JobId varchar(26) not null,
  Batch integer not null,
  CreateAt bigint not null,
  Format varchar(32) not null,
  -- Whether it belongs to the chain that the schedule goes on with; otherwise a person asked for this window.
  Scheduled boolean not null,
  -- Posts after (StartAt, StartId) up to (EndAt, EndId), by the time of their last change.
  StartAt bigint not null,
  StartId varchar(26) not null,
  EndAt bigint not null,
  EndId varchar(26) not null,
  -- Joins and leaves are in it up to here.
  UntilAt bigint not null,
  Messages integer not null,
  Warnings integer not null,
  -- Of manifest.json, in hexadecimal.
  ManifestSha256 varchar(64) not null
);
create index idx_complianceexports_create_at on ComplianceExports (CreateAt);
create index idx_complianceexports_job_id on ComplianceExports (JobId, Batch);
