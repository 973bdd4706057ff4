/** Whether the client that sent this `If-None-Match` header has the version with this ETag. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => withoutWeakness(tag.trim()));
  return known !== undefined && (known.includes(withoutWeakness(etag)) || known[0] === '*');
}

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '');
