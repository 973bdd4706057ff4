-- Attributes of users that administrators define. The tables have the reference server's names and columns, and could
-- hold attributes of other things.
create table PropertyGroups (
  ID varchar(26) primary key,
  Name varchar(64) not null unique
);

create type property_field_type as enum ('text', 'select', 'multiselect', 'date', 'user', 'multiuser');

create table PropertyFields (
  ID varchar(26) primary key,
  GroupID varchar(26) not null,
  Name varchar(255) not null,
  Type property_field_type not null,
  Attrs jsonb not null default '{}',
  -- What the field belongs to: empty for the entire server.
  TargetID varchar(255) not null default '',
  TargetType varchar(255) not null default '',
  -- What has values of the field, such as `user`.
  ObjectType varchar(255) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  CreatedBy varchar(26) not null default '',
  UpdatedBy varchar(26) not null default ''
);
create unique index idx_propertyfields_unique on PropertyFields (GroupID, TargetID, Name) where DeleteAt = 0;

create table PropertyValues (
  ID varchar(26) primary key,
  -- The user.
  TargetID varchar(255) not null,
  TargetType varchar(255) not null,
  GroupID varchar(26) not null,
  FieldID varchar(26) not null,
  -- A text or a list of texts.
  Value jsonb not null,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  CreatedBy varchar(26) not null default '',
  UpdatedBy varchar(26) not null default ''
);
create unique index idx_propertyvalues_unique on PropertyValues (GroupID, TargetID, FieldID) where DeleteAt = 0;
create index idx_propertyvalues_targetid_groupid on PropertyValues (TargetID, GroupID);
create index idx_propertyvalues_fieldid on PropertyValues (FieldID) where DeleteAt = 0;
