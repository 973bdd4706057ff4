import type {IncomingMessage, ServerResponse} from 'node:http';
import sharp from 'sharp';
import {openPictureSite} from './picture-site.ts';

/** A provider of GIFs on the loopback interface, with an API like that of GIPHY. */
export interface TestGifProvider {
  /** Such as `http://127.0.0.1:40123`. */
  address: string;
  /** The queries of the requests to its API, oldest first. */
  searches: URLSearchParams[];
  /** The requested paths of pictures. */
  pictures: string[];
  /** Replaces its responses; undefined for the usual ones. */
  respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** A result as in GIPHY's API, with its pictures at `base`. */
export function gifResult(base: string, name: string, more: object = {}): object {
  const rendition = (file: string) => ({url: `${base}/${name}/${file}`, width: '200', height: '150'});
  return {
    id: name,
    title: `${name} GIF`,
    images: {
      fixed_height: rendition('200.gif'),
      fixed_width_downsampled: rendition('200w_d.gif'),
      fixed_width_still: rendition('200w_s.gif'),
    },
    ...more,
  };
}

/** A picture with some frames, in colors of its own. */
async function picture(frames: number, hue: number): Promise<Buffer> {
  const [width, height] = [200, 150];
  const frame = (index: number) =>
    sharp({
      create: {width, height, channels: 3, background: `hsl(${(hue + index * 40) % 360} 60% 55%)`},
    })
      .png()
      .toBuffer();
  const images = await Promise.all(Array.from({length: frames}, (_, index) => frame(index)));
  if (frames === 1) return sharp(images[0]).gif().toBuffer();
  return sharp(images, {join: {animated: true}})
    .gif({delay: Array(frames).fill(200), loop: 0})
    .toBuffer();
}

/** Starts a provider with `total` results for each search. */
export async function openGifProvider(total = 60): Promise<TestGifProvider> {
  const site = await openPictureSite();
  const made = new Map<string, Promise<Buffer>>();
  const provider: TestGifProvider = {
    address: site.address,
    searches: [],
    pictures: [],
    respond: undefined,
    close: () => site.close(),
  };
  site.fallback = async (request, response) => {
    const {pathname, searchParams} = new URL(request.url!, site.address);
    if (!pathname.startsWith('/v1/gifs/')) {
      provider.pictures.push(pathname);
      const frames = pathname.endsWith('_s.gif') ? 1 : 4;
      const hue = (Number(/(\d+)\//.exec(pathname)?.[1]) * 47) % 360;
      const key = `${frames} ${hue}`;
      if (!made.has(key)) made.set(key, picture(frames, hue));
      return response.writeHead(200, {'content-type': 'image/gif'}).end(await made.get(key));
    }
    provider.searches.push(searchParams);
    if (provider.respond) return provider.respond(request, response);
    if (searchParams.get('api_key') !== 'aGoodKey') return response.writeHead(403).end('{}');
    const offset = Number(searchParams.get('offset'));
    const count = Math.max(0, Math.min(Number(searchParams.get('limit')), total - offset));
    const kind = searchParams.get('q')?.replaceAll(/\W/g, '') ?? 'popular';
    const data = Array.from({length: count}, (_, index) =>
      gifResult(site.address, `${kind}-${offset + index + 1}`),
    );
    response.writeHead(200, {'content-type': 'application/json'});
    return response.end(JSON.stringify({data, pagination: {total_count: total, count, offset}}));
  };
  return provider;
}
