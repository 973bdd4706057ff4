-- Retention policies of teams and channels. The global policy is in the settings.
create table RetentionPolicies (
  Id varchar(26) primary key,
  DisplayName varchar(64) not null,
  -- Days; null: forever.
  PostDuration bigint
);
create table RetentionPoliciesTeams (
  PolicyId varchar(26) not null,
  TeamId varchar(26) primary key
);
create index idx_retentionpoliciesteams_policyid on RetentionPoliciesTeams (PolicyId);
create table RetentionPoliciesChannels (
  PolicyId varchar(26) not null,
  ChannelId varchar(26) primary key
);
create index idx_retentionpolicieschannels_policyid on RetentionPoliciesChannels (PolicyId);

-- What a job has deleted so far. Each row is written in the transaction that deletes, and becomes part of a signed record.
create table DataRetentionBatches (
  JobId varchar(26) not null,
  Number integer not null,
  CreateAt bigint not null,
  -- The policy, channel and time that decided; empty for the global policy, and for files.
  PolicyId varchar(26) not null,
  ChannelId varchar(26) not null,
  Cutoff bigint not null,
  Posts jsonb not null,
  Files jsonb not null,
  primary key (JobId, Number)
);

-- The signed records of what was deleted.
create table DataRetentionRecords (
  JobId varchar(26) primary key,
  CreateAt bigint not null,
  Posts bigint not null,
  Files bigint not null,
  -- In the export directory.
  Path varchar(512) not null,
  -- Of manifest.json, in hexadecimal.
  ManifestSha256 varchar(64) not null
);
create index idx_dataretentionrecords_create_at on DataRetentionRecords (CreateAt);
