-- Outgoing webhooks, and the outbox of what they have to deliver.
create table OutgoingWebhooks (
  Id varchar(26) primary key,
  Token varchar(26) not null,
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
  -- Where it is set, requests are signed with it.
  SigningSecret varchar(64) not null default '',
  -- Attempts that failed since the last one that did not, and since when; 0 if the last one did not.
  FailedAttempts integer not null default 0,
  FailingSince bigint not null default 0,
  -- When the server switched it off because nobody answered; 0 if it is on.
  DisabledAt bigint not null default 0
);
create index idx_outgoing_webhooks_team_id on OutgoingWebhooks (TeamId);
create index idx_outgoing_webhooks_channel_id on OutgoingWebhooks (ChannelId);

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
