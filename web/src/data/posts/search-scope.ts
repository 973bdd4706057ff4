/** The teams that a search covers: `all` of the person's teams, or the one with this id. If undefined, the open team. */
export type SearchScope = string | undefined;
