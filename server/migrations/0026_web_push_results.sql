-- What became of the last notifications to a browser, for administrators. 0: none was sent, or none failed.
alter table WebPushSubscriptions
  add column SentAt bigint not null default 0,
  add column FailedAt bigint not null default 0,
  add column Failure varchar(256) not null default '';
