-- Emails that wait to be sent. A row only says what to send: the text, with its links, is made when it is sent. It is
-- deleted when the mail server accepted the email, or rejected it for good.
create table MailQueue (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  NextAttemptAt bigint not null,
  Attempts integer not null default 0,
  Kind varchar(32) not null,
  Recipient varchar(128) not null
);
create index idx_mail_queue_next_attempt_at on MailQueue (NextAttemptAt);

-- Links in emails that work once.
create table Tokens (
  -- SHA-256 of the token in hexadecimal.
  Token varchar(64) primary key,
  CreateAt bigint not null,
  Type varchar(64) not null,
  -- JSON; its content depends on the type.
  Extra varchar(2048) not null
);
create index idx_tokens_create_at on Tokens (CreateAt);
