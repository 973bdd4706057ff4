import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A notification as received by the service worker of a browser. */
interface ReceivedPush {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/** A browser with a subscription to a push service. */
export interface PushedBrowser {
  /** The subscription, as browsers serialize it. */
  subscription: {endpoint: string; keys: {p256dh: string; auth: string}};
  received: ReceivedPush[];
}

/** A push service like those of browser vendors. Checks the sender's signature (RFC 8292). */
export interface PushService {
  url: string;
  /** The public key of the only allowed sender, in base64url. */
  senderKey: string;
  /** The status of the following responses. */
  status: number;
  /** The headers of the requests. */
  requests: Record<string, unknown>[];
  browser(): PushedBrowser;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, (content: Buffer) => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    service.requests.push(request.headers);
    const isAllowed = isSigned(String(request.headers.authorization), service);
    const status = isAllowed ? service.status : 403;
    if (status === 201) browsers.get(request.url!)!(Buffer.concat(chunks));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    senderKey: '',
    status: 201,
    requests: [],
    browser() {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const secret = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const received: ReceivedPush[] = [];
      browsers.set(path, (content) => {
        received.push(JSON.parse(decrypt(content, keys, secret)) as ReceivedPush);
      });
      return {
        subscription: {
          endpoint: service.url + path,
          keys: {p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url')},
        },
        received,
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Whether a request is signed with the sender's key, and the signature is for this service and hasn't expired. */
function isSigned(authorization: string, {senderKey, url}: PushService): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const {aud, exp} = JSON.parse(Buffer.from(claims || 'e30', 'base64url').toString()) as {
    aud?: string;
    exp?: number;
  };
  if (key !== senderKey || aud !== url || !exp || exp * 1000 < Date.now()) return false;
  const point = Buffer.from(senderKey, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {key: publicKey, dsaEncoding: 'ieee-p1363'},
    Buffer.from(signature, 'base64url'),
  );
}

/** Decrypts content that was encrypted for a browser (RFC 8291, aes128gcm in one record). */
function decrypt(content: Buffer, keys: ECDH, secret: Buffer): string {
  const salt = content.subarray(0, 16);
  const idLength = content[20]!;
  const senderKey = content.subarray(21, 21 + idLength);
  const record = content.subarray(21 + idLength);
  const derive = (key: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const shared = derive(keys.computeSecret(senderKey), secret, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The content is followed by a 2, which marks the last record, and zeros as padding.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
