import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';

/** Another site on the loopback interface, which servers under test can call with {@link ALLOW_LOOPBACK}. */
export interface PictureSite {
  /** The URL, such as `http://127.0.0.1:40123`. */
  address: string;
  /** The responses by path, all with the content type PNG. Other paths return 404. A promise delays the response. */
  pictures: Record<string, Buffer | Promise<Buffer>>;
  /** Other responses by path. */
  pages: Record<string, RequestListener>;
  /** Responds to all other paths instead of 404. */
  fallback: RequestListener | undefined;
  /** The requested paths. */
  asked: string[];
  close(): Promise<void>;
}

/** Responds with an HTML page. */
export function htmlPage(html: string | Buffer, contentType = 'text/html; charset=utf-8'): RequestListener {
  return (_request, response) => void response.writeHead(200, {'content-type': contentType}).end(html);
}

/** Settings that allow a server to call loopback addresses. */
export const ALLOW_LOOPBACK = {ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}};

export async function openPictureSite(): Promise<PictureSite> {
  const pictures: PictureSite['pictures'] = {};
  const pages: PictureSite['pages'] = {};
  const asked: string[] = [];
  const site = createServer(async (request, response) => {
    asked.push(request.url!);
    const page = pages[request.url!];
    if (page) return page(request, response);
    const body = await pictures[request.url!];
    if (body) response.writeHead(200, {'content-type': 'image/png'}).end(body);
    else if (opened.fallback) opened.fallback(request, response);
    else response.writeHead(404).end();
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const opened: PictureSite = {
    fallback: undefined,
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    pictures,
    pages,
    asked,
    async close() {
      site.closeAllConnections();
      site.close();
      await once(site, 'close');
    },
  };
  return opened;
}
