-- The nodes of a cluster (docs/cluster.md#nodes). Unlogged, because nodes write their rows again every few seconds.
create unlogged table ClusterDiscovery (
  Id varchar(26) primary key,
  Type varchar(64) not null,
  ClusterName varchar(64) not null,
  Hostname varchar(512) not null,
  -- Not used: nodes find each other on the bus.
  GossipPort integer not null default 0,
  Port integer not null default 0,
  -- Milliseconds of the database's clock.
  CreateAt bigint not null,
  LastPingAt bigint not null,
  Version varchar(64) not null
);
