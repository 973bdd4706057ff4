-- Where a command or an action was used, under the id that clients know the trigger by: a dialog that is opened with
-- it belongs there, whatever anybody says. Unlogged, because a trigger lives for seconds.
create unlogged table Triggers (
  ClientId varchar(26) primary key,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  TeamId varchar(26) not null default '',
  CreateAt bigint not null
);
create index idx_triggers_create_at on Triggers (CreateAt);
