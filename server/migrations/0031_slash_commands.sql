-- Slash commands, and the addresses to which an integration may answer later.

create table Commands (
  Id varchar(26) primary key,
  Token varchar(26) not null,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  CreatorId varchar(26) not null,
  TeamId varchar(26) not null,
  Trigger varchar(128) not null,
  Method varchar(1) not null,
  Username varchar(64) not null default '',
  IconURL varchar(1024) not null default '',
  AutoComplete boolean not null default false,
  AutoCompleteDesc varchar(1024) not null default '',
  AutoCompleteHint varchar(1024) not null default '',
  DisplayName varchar(64) not null default '',
  Description varchar(128) not null default '',
  URL varchar(1024) not null,
  PluginId varchar(190) not null default ''
);
-- A team has one command of a name.
create unique index idx_commands_team_id_trigger on Commands (TeamId, Trigger) where DeleteAt = 0;

create table CommandWebhooks (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  CommandId varchar(26) not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  RootId varchar(26) not null default '',
  UseCount integer not null default 0
);
create index idx_command_webhooks_create_at on CommandWebhooks (CreateAt);
