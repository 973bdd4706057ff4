-- Dialogs that were opened, and what became of them.
create table Dialogs (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  TeamId varchar(26) not null default '',
  URL text not null,
  CallbackId text not null default '',
  Definition jsonb not null,
  -- sent, shown, submitted or cancelled; one that was neither submitted nor cancelled expires after a day.
  Status varchar(16) not null
);
create index idx_dialogs_user_id on Dialogs (UserId, CreateAt);
create index idx_dialogs_create_at on Dialogs (CreateAt);
