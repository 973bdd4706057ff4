-- People, how they sign in, and what they may do.
-- Names and columns are the reference server's, unquoted, so that they fold to lower case.
-- Times are milliseconds since the Unix epoch; 0 means "never".

create table Users (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  Username varchar(64) not null unique,
  Password varchar(128) not null default '',
  AuthData varchar(128) unique,
  AuthService varchar(32) not null default '',
  Email varchar(128) not null unique,
  EmailVerified boolean not null default false,
  Nickname varchar(64) not null default '',
  FirstName varchar(64) not null default '',
  LastName varchar(64) not null default '',
  Position varchar(128) not null default '',
  Roles varchar(256) not null default '',
  AllowMarketing boolean not null default false,
  Props jsonb not null default '{}',
  NotifyProps jsonb not null default '{}',
  LastPasswordUpdate bigint not null default 0,
  LastPictureUpdate bigint not null default 0,
  FailedAttempts integer not null default 0,
  Locale varchar(5) not null default 'en',
  Timezone jsonb not null default '{}',
  MfaActive boolean not null default false,
  MfaSecret varchar(128) not null default '',
  LastLogin bigint not null default 0,
  RemoteId varchar(26) not null default '',
  MfaUsedTimestamps jsonb not null default '[]'
);
-- Autocompletion looks for prefixes of each name, whatever the case.
create index idx_users_username_prefix on Users (Username varchar_pattern_ops);
create index idx_users_email_prefix on Users (Email varchar_pattern_ops);
create index idx_users_nickname_prefix on Users (lower(Nickname) varchar_pattern_ops);
create index idx_users_firstname_prefix on Users (lower(FirstName) varchar_pattern_ops);
create index idx_users_lastname_prefix on Users (lower(LastName) varchar_pattern_ops);
create index idx_users_update_at on Users (UpdateAt);
-- The few administrators, so that each change of roles can check that one is left.
create index idx_users_administrators on Users (Id)
  where 'system_admin' = any(string_to_array(Roles, ' '));

create table Bots (
  UserId varchar(26) primary key,
  Description varchar(1024) not null default '',
  -- A user's id, or the identifier of the code inside the server that made the bot.
  OwnerId varchar(190) not null,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  LastIconUpdate bigint not null default 0
);
create index idx_bots_owner_id on Bots (OwnerId);

create table Sessions (
  Id varchar(26) primary key,
  -- SHA-256 of the token in hexadecimal: a dump of this table opens no session.
  Token varchar(64) not null unique,
  CreateAt bigint not null,
  ExpiresAt bigint not null,
  LastActivityAt bigint not null,
  UserId varchar(26) not null,
  DeviceId varchar(512) not null default '',
  Roles varchar(256) not null default '',
  IsOAuth boolean not null default false,
  ExpiredNotify boolean not null default false,
  Props jsonb not null default '{}'
);
create index idx_sessions_user_id on Sessions (UserId);
create index idx_sessions_expires_at on Sessions (ExpiresAt);

create table UserAccessTokens (
  Id varchar(26) primary key,
  -- SHA-256 of the token in hexadecimal.
  Token varchar(64) not null unique,
  -- The same of the secret before it, which is still good until then (milliseconds); null: none.
  PreviousToken varchar(64) unique,
  PreviousTokenValidUntil bigint not null default 0,
  UserId varchar(26) not null,
  Description varchar(255) not null default '',
  IsActive boolean not null default true,
  CreateAt bigint not null,
  -- 0: never.
  ExpiresAt bigint not null default 0,
  -- Kept to the minute: a busy token is not worth a write for every request.
  LastUsedAt bigint not null default 0
);
create index idx_user_access_tokens_user_id on UserAccessTokens (UserId);

create table Roles (
  Id varchar(26) primary key,
  Name varchar(64) not null unique,
  DisplayName varchar(128) not null default '',
  Description varchar(1024) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  -- Names of permissions, separated by single spaces.
  Permissions text not null default '',
  SchemeManaged boolean not null default false,
  BuiltIn boolean not null default false
);

create table Schemes (
  Id varchar(26) primary key,
  Name varchar(64) not null unique,
  DisplayName varchar(128) not null default '',
  Description varchar(1024) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  Scope varchar(32) not null,
  DefaultTeamAdminRole varchar(64) not null default '',
  DefaultTeamUserRole varchar(64) not null default '',
  DefaultTeamGuestRole varchar(64) not null default '',
  DefaultChannelAdminRole varchar(64) not null default '',
  DefaultChannelUserRole varchar(64) not null default '',
  DefaultChannelGuestRole varchar(64) not null default ''
);

create table Preferences (
  UserId varchar(26) not null,
  Category varchar(32) not null,
  Name varchar(32) not null,
  Value text not null default '',
  primary key (UserId, Category, Name)
);
create index idx_preferences_category_name on Preferences (Category, Name);

create table Audits (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UserId varchar(26) not null default '',
  Action varchar(512) not null default '',
  ExtraInfo varchar(1024) not null default '',
  IpAddress varchar(64) not null default '',
  SessionId varchar(26) not null default ''
);
create index idx_audits_user_id on Audits (UserId, CreateAt);
create index idx_audits_create_at on Audits (CreateAt);
