-- The ids that clients gave the posts they created in the last seconds, so that a post that is sent again, to any server,
-- is not created again. A row is written with its post, and deleted when it is no longer needed.
create table PendingPosts (
  UserId varchar(26) not null,
  PendingPostId text not null,
  PostId varchar(26) not null,
  CreateAt bigint not null,
  primary key (UserId, PendingPostId)
);
