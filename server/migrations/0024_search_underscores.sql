-- PostgreSQL splits words at underscores, too, but the time that it needs for a run such as a_a_a_a grows with the square of
-- its length: 11 s for a message. Without underscores, the words are the same, so the indexes remain valid.
create or replace function search_text(words text) returns text language sql immutable parallel safe
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
  '_./-@<&+', '        ');
