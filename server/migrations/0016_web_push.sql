-- Browsers that show notifications while the web client is closed. A subscription belongs to a session and is used only
-- as long as that one is valid.
create table WebPushSubscriptions (
  SessionId varchar(26) primary key,
  UserId varchar(26) not null,
  -- The address of the browser's push service, and the keys for which it gets encrypted content.
  Endpoint varchar(2000) not null unique,
  PublicKey varchar(128) not null,
  AuthSecret varchar(64) not null,
  CreateAt bigint not null
);
create index idx_webpushsubscriptions_user_id on WebPushSubscriptions (UserId);
