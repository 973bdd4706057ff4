-- What an email is about, as a JSON object: only ids, because the text is made when the email is sent.
alter table MailQueue add column Data jsonb not null default '{}';

-- Messages that their recipients did not see because they were away. A row is written with the post. After a while, the
-- rows of a user become emails in MailQueue, unless the user has read the messages by then.
create table EmailNotifications (
  UserId varchar(26) not null,
  PostId varchar(26) not null,
  CreateAt bigint not null,
  -- Whether the post mentions the user or is a direct message. Otherwise, it is a reply in a thread that they follow.
  Mentioned boolean not null,
  primary key (UserId, PostId)
);
create index idx_email_notifications_post_id on EmailNotifications (PostId);
