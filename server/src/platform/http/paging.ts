import Type, {type Static} from 'typebox';

/** The default and the largest page size (docs/specification.md#paging). */
const DEFAULT_PER_PAGE = 60;
export const MAX_PER_PAGE = 200;

/** The `page` (from 0) and `per_page` query parameters of every list. */
export const PagingQuery = Type.Object({
  page: Type.Optional(Type.Integer({default: 0, description: 'The page to return, starting at 0.'})),
  per_page: Type.Optional(
    Type.Integer({default: DEFAULT_PER_PAGE, description: `Records per page, at most ${MAX_PER_PAGE}.`}),
  ),
});

/** The offset and limit of a page. A negative page is the first one; the size is limited to the allowed range. */
export function toOffsetLimit({page = 0, per_page = DEFAULT_PER_PAGE}: Static<typeof PagingQuery>): {
  offset: number;
  limit: number;
} {
  const limit = per_page < 0 ? DEFAULT_PER_PAGE : Math.min(per_page, MAX_PER_PAGE);
  return {offset: Math.min(Math.max(0, page) * limit, Number.MAX_SAFE_INTEGER), limit};
}
