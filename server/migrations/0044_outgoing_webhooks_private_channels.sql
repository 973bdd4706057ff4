-- Whether an outgoing webhook may listen to a private channel: only to the one that it was made for.
alter table OutgoingWebhooks add column AllowPrivateChannel boolean not null default false;
