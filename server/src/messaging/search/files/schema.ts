import Type from 'typebox';
import {FileInfo} from '../../files/schema.ts';

export const FileSearch = Type.Object({
  terms: Type.String({
    // As for messages: the web client searches both with the same terms.
    maxLength: 4096,
    description:
      'Words in names and contents, "phrases", prefixes*, from:, in:, ext:, on:, before:, after:; #hashtags and has: of the message; - excludes.',
  }),
  is_or_search: Type.Optional(Type.Boolean({description: 'Match any of the words instead of all.'})),
  word_forms: Type.Optional(
    Type.Boolean({
      description:
        'Match other forms of the words too, and return the words of names and excerpts that match.',
    }),
  ),
  excerpts: Type.Optional(
    Type.Boolean({description: 'Also return the part of the text around the first word that matches.'}),
  ),
  time_zone_offset: Type.Optional(
    Type.Integer({
      minimum: -86_400,
      maximum: 86_400,
      description: 'Offset of the time zone for dates, in seconds ahead of UTC.',
    }),
  ),
  include_deleted_channels: Type.Optional(Type.Boolean()),
  sort_direction: Type.Optional(
    Type.Enum(['asc', 'desc'], {description: 'By time. The default is the newest first (`desc`).'}),
  ),
  page: Type.Optional(Type.Integer()),
  per_page: Type.Optional(Type.Integer()),
});

/** The matching files and their order. */
export const FileSearchResults = Type.Object({
  order: Type.Array(Type.String()),
  file_infos: Type.Record(Type.String(), FileInfo),
  next_file_info_id: Type.String(),
  prev_file_info_id: Type.String(),
  excerpts: Type.Optional(Type.Record(Type.String(), Type.String())),
  matches: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
});
