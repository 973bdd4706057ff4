-- Messages that people want to be reminded of.
create table PostReminders (
  PostId varchar(26) not null,
  UserId varchar(26) not null,
  -- Seconds, unlike all other times: the reference server keeps them so.
  TargetTime bigint not null,
  primary key (PostId, UserId)
);
create index idx_post_reminders_target_time on PostReminders (TargetTime);
create index idx_post_reminders_user_id on PostReminders (UserId);
