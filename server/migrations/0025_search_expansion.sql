-- Some characters stand for several others: normalization turns a message of ﷺ into 18 times as many characters, and
-- needed 260 ms to index it. So the result is limited, with enough room for any text of normal characters: these become at
-- most four (Greek letters with three accents), and after composing them again at most two. The 1,000 additional
-- characters are for short texts. For text within the limits, the words are the same, so the indexes remain valid.
create or replace function search_text(words text) returns text language sql immutable parallel safe
return translate(
  case when octet_length(words) = char_length(words) then words else
    regexp_replace(
      regexp_replace(
        regexp_replace(
          replace(replace(replace(
            translate(
              left(
                normalize(
                  regexp_replace(
                    left(normalize(lower(words), nfkd), 4 * char_length(words) + 1000),
                    '[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]', '', 'g'),
                  nfc),
                2 * char_length(words) + 1000),
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
