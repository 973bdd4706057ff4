-- Uploads that come in parts and can be taken up again.

create table UploadSessions (
  Id varchar(26) primary key,
  Type varchar(32) not null,
  CreateAt bigint not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null default '',
  Filename varchar(256) not null,
  Path varchar(512) not null default '',
  FileSize bigint not null,
  -- Bytes that have arrived.
  FileOffset bigint not null default 0,
  RemoteId varchar(26) not null default '',
  ReqFileId varchar(26) not null default '',
  -- Where they are in the file store, in order.
  Parts text[] not null default '{}'
);
create index idx_uploadsessions_user_id on UploadSessions (UserId);
create index idx_uploadsessions_create_at on UploadSessions (CreateAt);
