create table TermsOfService (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  -- The administrator who published it.
  UserId varchar(26) not null,
  Text varchar(65535) not null
);

-- The terms that each user accepted last.
create table UserTermsOfService (
  UserId varchar(26) primary key,
  TermsOfServiceId varchar(26) not null,
  CreateAt bigint not null
);
