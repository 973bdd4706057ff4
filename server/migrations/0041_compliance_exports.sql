-- The batches of scheduled compliance exports that are written. The youngest scheduled one is where the next begins.
create table ComplianceExports (
  Path varchar(512) primary key,
  JobId varchar(26) not null,
  Batch integer not null,
  CreateAt bigint not null,
  Format varchar(32) not null,
  -- Whether it belongs to the chain that the schedule goes on with; otherwise somebody has asked for this window.
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
