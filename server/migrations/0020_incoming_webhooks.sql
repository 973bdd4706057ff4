-- Incoming webhooks. The id is the key in the URL: whoever knows it may post.

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
  -- Where it is set, a request has to be signed with it, or with the previous one while that is there.
  SigningSecret varchar(64) not null default '',
  PreviousSigningSecret varchar(64) not null default ''
);
create index idx_incoming_webhooks_team_id on IncomingWebhooks (TeamId);
create index idx_incoming_webhooks_user_id on IncomingWebhooks (UserId);
create index idx_incoming_webhooks_channel_id on IncomingWebhooks (ChannelId);

-- Keys that a hook had before it got a new one, for as long as they were to stay valid.
create table IncomingWebhookOldKeys (
  OldKey varchar(26) primary key,
  HookId varchar(26) not null,
  ValidUntil bigint not null
);
create index idx_incoming_webhook_old_keys_hook_id on IncomingWebhookOldKeys (HookId);

-- What came of the last requests to each hook. Neither the key nor the content is kept.
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
