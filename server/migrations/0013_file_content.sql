-- The words of FileInfo.Content, without their positions: null until the server has looked at the file, empty if it has no
-- text. Splitting the text again for each search would take too long.
alter table FileInfo add column ContentWords tsvector;
create index idx_fileinfo_content on FileInfo using gin (ContentWords) where ContentWords is not null;
create index idx_fileinfo_without_words on FileInfo (CreateAt) where ContentWords is null and DeleteAt = 0;
