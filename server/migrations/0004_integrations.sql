-- Webhooks, slash commands and dialogs. What is sealed can be opened only with a key that is kept outside the database
-- (docs/secret-keys.md); the server finds such rows by their hashes.

-- The id of a row opens nothing; the key is what clients know as the webhook's id.
create table IncomingWebhooks (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  TeamId varchar(26) not null,
  DisplayName varchar(64) not null default '',
  Description varchar(500) not null default '',
  Username varchar(255) not null default '',
  IconURL varchar(1024) not null default '',
  ChannelLocked boolean not null default false,
  -- If it is set, requests have to be signed with it, or with the previous one while there is one. Both are sealed.
  SigningSecret text not null default '',
  PreviousSigningSecret text not null default '',
  -- The key in the URL, which lets anyone who knows it post: sealed, and its SHA-256 in hexadecimal.
  Key text not null default '',
  KeyHash varchar(64) unique
);
create index idx_incoming_webhooks_team_id on IncomingWebhooks (TeamId);
create index idx_incoming_webhooks_user_id on IncomingWebhooks (UserId);
create index idx_incoming_webhooks_channel_id on IncomingWebhooks (ChannelId);

-- Keys that a hook had before it got a new one, while they stay valid.
create table IncomingWebhookOldKeys (
  -- SHA-256 in hexadecimal.
  OldKey varchar(64) primary key,
  HookId varchar(26) not null,
  ValidUntil bigint not null
);
create index idx_incoming_webhook_old_keys_hook_id on IncomingWebhookOldKeys (HookId);

-- The last requests to each hook and their results. Neither the key nor the content is kept.
create table IncomingWebhookDeliveries (
  Id varchar(26) primary key,
  HookId varchar(26) not null,
  CreateAt bigint not null,
  Status integer not null,
  Size integer not null,
  -- Milliseconds that the request took.
  Duration integer not null,
  PostId varchar(26) not null default '',
  ErrorId varchar(128) not null default '',
  Error varchar(1024) not null default ''
);
create index idx_incoming_webhook_deliveries_hook_id on IncomingWebhookDeliveries (HookId, CreateAt);

create table OutgoingWebhooks (
  Id varchar(26) primary key,
  -- Sealed.
  Token text not null,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  CreatorId varchar(26) not null,
  ChannelId varchar(26) not null default '',
  TeamId varchar(26) not null,
  -- JSON lists of texts.
  TriggerWords text not null default '[]',
  CallbackURLs text not null,
  TriggerWhen integer not null default 0,
  DisplayName varchar(64) not null default '',
  Description varchar(500) not null default '',
  ContentType varchar(128) not null default '',
  Username varchar(64) not null default '',
  IconURL varchar(1024) not null default '',
  -- If it is set, requests are signed with it. Sealed.
  SigningSecret text not null default '',
  -- Attempts that failed since the last one that did not, and since when; 0 if the last one did not.
  FailedAttempts integer not null default 0,
  FailingSince bigint not null default 0,
  -- When the server switched it off because nobody answered; 0 if it is on.
  DisabledAt bigint not null default 0,
  -- Whether it may listen to a private channel: only to the one that it was created for.
  AllowPrivateChannel boolean not null default false
);
create index idx_outgoing_webhooks_team_id on OutgoingWebhooks (TeamId);
create index idx_outgoing_webhooks_channel_id on OutgoingWebhooks (ChannelId);

-- The outbox: one row for each post and address.
create table OutgoingWebhookDeliveries (
  Id varchar(26) primary key,
  HookId varchar(26) not null,
  PostId varchar(26) not null,
  CallbackURL varchar(1024) not null,
  TriggerWord varchar(1024) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  -- waiting, delivered or failed
  Status varchar(16) not null,
  Attempts integer not null default 0,
  -- When it is tried next, or while it is being tried, when it is taken for abandoned; null when it is over.
  NextAttemptAt bigint,
  HttpStatus integer not null default 0,
  -- Milliseconds that the last attempt took.
  Duration integer not null default 0,
  ReplyPostId varchar(26) not null default '',
  Error varchar(1024) not null default ''
);
-- A post is announced to several processes; whichever is first writes what it sets off.
create unique index idx_outgoing_webhook_deliveries_once
  on OutgoingWebhookDeliveries (HookId, PostId, md5(CallbackURL));
create index idx_outgoing_webhook_deliveries_due
  on OutgoingWebhookDeliveries (NextAttemptAt) where NextAttemptAt is not null;
create index idx_outgoing_webhook_deliveries_hook_id on OutgoingWebhookDeliveries (HookId, CreateAt);
create index idx_outgoing_webhook_deliveries_update_at on OutgoingWebhookDeliveries (UpdateAt);

create table Commands (
  Id varchar(26) primary key,
  -- Sealed.
  Token text not null,
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
-- A trigger is unique in its team.
create unique index idx_commands_team_id_trigger on Commands (TeamId, Trigger) where DeleteAt = 0;

-- Addresses to which an integration may respond later: one for each use of a command, for half an hour. Unlogged, so
-- that a command does not wait for the disk; after a crash of PostgreSQL itself (not of the server) they are gone.
create unlogged table CommandWebhooks (
  -- SHA-256 in hexadecimal of the id in the URL.
  Id varchar(64) primary key,
  CreateAt bigint not null,
  CommandId varchar(26) not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  RootId varchar(26) not null default '',
  UseCount integer not null default 0
);
create index idx_command_webhooks_create_at on CommandWebhooks (CreateAt);

-- Where a command or an action was used, under the id that clients know the trigger by: a dialog that is opened with
-- it belongs there, whatever the request says. Unlogged, because a trigger lives for seconds.
create unlogged table Triggers (
  ClientId varchar(26) primary key,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  TeamId varchar(26) not null default '',
  CreateAt bigint not null
);
create index idx_triggers_create_at on Triggers (CreateAt);

-- Dialogs that were opened, and whether they were submitted.
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
  Status varchar(16) not null,
  -- The order in which dialogs were opened: two may share a millisecond, and the clock may be set back.
  Number bigint not null generated always as identity
);
create index idx_dialogs_user_id on Dialogs (UserId, CreateAt);
create index idx_dialogs_create_at on Dialogs (CreateAt);

-- Webhooks that were offered to a new owner, who has not accepted yet. One offer for each webhook at a time.
create table OwnershipTransfers (
  Id varchar(26) primary key,
  Kind varchar(32) not null,
  IntegrationId text not null,
  TeamId varchar(26) not null,
  OwnerId varchar(26) not null,
  OfferedBy varchar(26) not null,
  NewOwnerId varchar(26) not null,
  CreateAt bigint not null,
  ExpiresAt bigint not null,
  unique (Kind, IntegrationId)
);
create index idx_ownershiptransfers_new_owner_id on OwnershipTransfers (NewOwnerId);
