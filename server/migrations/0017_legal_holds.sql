-- What must not be deleted. A hold applies until it is released. It covers the messages that match all of its conditions;
-- an empty list matches everyone or every channel.
create table LegalHolds (
  Id varchar(26) primary key,
  Name varchar(128) not null,
  CreateAt bigint not null,
  CreatorId varchar(26) not null,
  -- Ids in JSON arrays.
  UserIds jsonb not null default '[]',
  ChannelIds jsonb not null default '[]',
  -- Messages created from StartAt to EndAt, inclusive. 0: without limit.
  StartAt bigint not null default 0,
  EndAt bigint not null default 0,
  -- 0: still applies.
  ReleaseAt bigint not null default 0,
  ReleasedBy varchar(26) not null default ''
);
create index idx_legalholds_create_at on LegalHolds (CreateAt);
