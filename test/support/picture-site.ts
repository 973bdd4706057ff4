import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** Another site on the loopback, which servers under test may call with {@link ALLOW_LOOPBACK}. */
export interface PictureSite {
  /** Such as `http://127.0.0.1:40123`. */
  address: string;
  /** What it answers by path, each as a PNG whatever it is; all else is 404. A promise makes whoever asks wait. */
  pictures: Record<string, Buffer | Promise<Buffer>>;
  /** The paths that it was asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** Settings of a server that may call addresses of the loopback. */
export const ALLOW_LOOPBACK = {ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}};

export async function openPictureSite(): Promise<PictureSite> {
  const pictures: PictureSite['pictures'] = {};
  const asked: string[] = [];
  const site = createServer(async (request, response) => {
    asked.push(request.url!);
    const body = await pictures[request.url!];
    if (body) response.writeHead(200, {'content-type': 'image/png'}).end(body);
    else response.writeHead(404).end();
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    pictures,
    asked,
    async close() {
      site.closeAllConnections();
      site.close();
      await once(site, 'close');
    },
  };
}
