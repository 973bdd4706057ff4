-- When a user's schedule allows notifications again. An email about their messages waits at least until then; 0: no longer
-- than usual.
alter table EmailNotifications add column NotBefore bigint not null default 0;
