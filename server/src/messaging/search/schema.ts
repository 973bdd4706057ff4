import Type from 'typebox';
import {PostList} from '../posts/schema.ts';

export const PostSearch = Type.Object({
  terms: Type.String({
    minLength: 1,
    maxLength: 4096,
    description:
      'Words, "phrases", #hashtags, prefix*; from:, in:, before:, after:, on: (a day such as 2024-05-31), ext:, has: (file, link, pin or reaction); - excludes.',
  }),
  is_or_search: Type.Optional(Type.Boolean({description: 'Match any of the words instead of all.'})),
  word_forms: Type.Optional(
    Type.Boolean({description: 'Match other forms of the words too, and return the words that match.'}),
  ),
  time_zone_offset: Type.Optional(
    Type.Integer({
      minimum: -86_400,
      maximum: 86_400,
      description: "Offset of the user's time zone from UTC in seconds; positive if it is ahead.",
    }),
  ),
  include_deleted_channels: Type.Optional(Type.Boolean({description: 'Include archived channels.'})),
  sort_direction: Type.Optional(
    Type.Enum(['asc', 'desc'], {description: 'By time. The default is the newest first (`desc`).'}),
  ),
  page: Type.Optional(Type.Integer({minimum: 0})),
  per_page: Type.Optional(Type.Integer({minimum: 0})),
});

/** The posts found, in order. */
export const PostSearchResults = Type.Object({
  ...PostList.properties,
  matches: Type.Record(Type.String(), Type.Array(Type.String())),
});

export const SearchSuggestion = Type.Object({
  terms: Type.String({description: 'The terms with similar words; empty if there are none.'}),
});
