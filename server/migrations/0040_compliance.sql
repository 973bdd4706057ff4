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
