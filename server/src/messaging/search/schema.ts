import Type from 'typebox';
import {PostList} from '../posts/schema.ts';

/** Body of `POST /posts/search`. */
export const PostSearch = Type.Object({
  terms: Type.String({
    minLength: 1,
    maxLength: 4096,
    description:
      'Words, "phrases", #hashtags, prefix*; from:, in:, before:, after:, on: (a day such as 2024-05-31); - excludes.',
  }),
  is_or_search: Type.Optional(Type.Boolean({description: 'One of the words is enough.'})),
  time_zone_offset: Type.Optional(
    Type.Integer({
      minimum: -86_400,
      maximum: 86_400,
      description: "Seconds by which the searcher's days are ahead of UTC.",
    }),
  ),
  include_deleted_channels: Type.Optional(Type.Boolean({description: 'Archived channels too.'})),
  page: Type.Optional(Type.Integer({minimum: 0})),
  per_page: Type.Optional(Type.Integer({minimum: 0})),
});

/** Posts that were found, the newest first. */
export const PostSearchResults = Type.Object({
  ...PostList.properties,
  matches: Type.Record(Type.String(), Type.Array(Type.String())),
});
