-- An address for later answers lives for half an hour, and one is made for every command: nobody waits for the disk
-- because of it. After a crash of PostgreSQL itself (not of the server) they are gone.
alter table CommandWebhooks set unlogged;
