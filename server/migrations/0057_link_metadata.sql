-- How large pictures of other sites are, so that clients keep their places. Of each URL, what was last seen under it.
create table LinkMetadata (
  Hash bigint primary key,
  URL varchar(2048) not null,
  Timestamp bigint not null,
  Type varchar(16) not null,
  Data jsonb not null
);
