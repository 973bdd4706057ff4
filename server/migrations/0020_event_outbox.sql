-- What must still be done because of an event: one row per event and reaction, written in the transaction of the change, so
-- that it is done even if the server dies after the commit. A row is deleted when its reaction has run.
create table EventOutbox (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  Event varchar(64) not null,
  Reaction varchar(64) not null,
  Payload jsonb not null,
  -- The node that runs the reaction. Any node may claim the row after NextAttemptAt, which a living node keeps moving.
  NodeId varchar(26) not null,
  NextAttemptAt bigint not null,
  Attempts integer not null
);
create index idx_event_outbox_next_attempt_at on EventOutbox (NextAttemptAt);
