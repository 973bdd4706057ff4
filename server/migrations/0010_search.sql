-- The text whose words are searched, in posts, file names and the content of files. Punctuation that PostgreSQL takes for
-- a part of a word, such as in alpha.beta, becomes a space. Accents and other marks are removed. Chinese and Japanese have
-- no spaces, and Korean words have endings, so each pair of characters becomes a word, and so do the first and the last
-- character of such a run: 日本語 becomes 日 日本 本語 語. messaging/search/search-query.ts creates queries that match.
--
-- It is not strict, because PostgreSQL could not inline it. Text in ASCII takes the short way.
create function search_text(words text) returns text language sql immutable parallel safe
return translate(
  case when octet_length(words) = char_length(words) then words else
    regexp_replace(
      regexp_replace(
        regexp_replace(
          replace(replace(replace(
            translate(
              normalize(
                regexp_replace(
                  normalize(lower(words), nfkd),
                  '[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]', '', 'g'),
                nfc),
              'øłđı', 'oldi'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
          -- Punctuation and symbols, which PostgreSQL takes for letters in some locales.
          '[\u00a1-\u00bf\u2000-\u2bff\u3000-\u3004\u3008-\u303f\u30fb\ufe00-\ufe0f\U0001f000-\U0001faff]', ' ', 'g'),
        '([\u3005-\u3007\u3040-\u30fa\u30fc-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)',
        ' \1 ', 'g'),
      '([\u3005-\u3007\u3040-\u30fa\u30fc-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])',
      '\1 \1', 'g')
  end,
  './-@<&+', '       ');

-- In a large table, an index takes minutes and would block posting. There, messaging/search/search-indexes.ts creates it
-- in the background, and searches use the old one until then.
do $$
begin
  if not exists (select from Posts offset 20000 limit 1) then
    create index idx_posts_search on Posts using gin (to_tsvector('simple', search_text(Message)))
      with (gin_pending_list_limit = 256);
    drop index idx_posts_message_txt;
  end if;
  if not exists (select from FileInfo offset 20000 limit 1) then
    create index idx_fileinfo_search on FileInfo using gin (to_tsvector('simple', search_text(Name)));
    drop index idx_fileinfo_name_txt;
  end if;
end $$;
