-- Messages that were created with a time in the past, which scheduled compliance exports may have passed already: for
-- each channel and hour in which such messages arrived, until an export contains them.
create table BackdatedPosts (
  ChannelId varchar(26) not null,
  -- Hours since 1970, by the database's clock.
  ArrivedHour bigint not null,
  -- The times of the first and the last of these messages.
  StartAt bigint not null,
  EndAt bigint not null,
  -- When the last one arrived.
  ArrivedAt bigint not null,
  primary key (ChannelId, ArrivedHour)
);
