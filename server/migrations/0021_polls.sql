-- Polls, which `/poll` creates. The post shows the result.
create table Polls (
  PostId varchar(26) primary key,
  CreatorId varchar(26) not null,
  CreateAt bigint not null,
  -- 0: open.
  EndAt bigint not null default 0,
  -- Texts in a JSON array.
  Options jsonb not null,
  -- Whether people can vote for several options.
  Multiple boolean not null,
  -- Whether the post shows numbers only. The votes are stored with their voters, so that each person counts once.
  Anonymous boolean not null
);

create table PollVotes (
  PostId varchar(26) not null,
  UserId varchar(26) not null,
  OptionIndex integer not null,
  CreateAt bigint not null,
  primary key (PostId, UserId, OptionIndex)
);
create index idx_pollvotes_user_id on PollVotes (UserId);
