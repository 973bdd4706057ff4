/** Where to listen. An empty host means every interface; port 0 means any free port. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Parses `host:port` (`127.0.0.1:8065`, `[::1]:8065`, `:8065`). Returns undefined if the format is wrong. */
export function parseListenAddress(address: string): ListenAddress | undefined {
  const parts = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]*)):(\d{1,5})$/.exec(address);
  const port = Number(parts?.[3]);
  if (!parts || port > 65_535) return undefined;
  return {host: parts[1] ?? parts[2] ?? '', port};
}
