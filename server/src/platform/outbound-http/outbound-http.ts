import {lookup as systemLookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {Agent, request as undiciRequest} from 'undici';
import type {Config} from '../config/config.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {type AddressVerdict, isAddress, judgeAddress, parseAllowedConnections} from './address-rules.ts';
import {urlFault} from './outbound-url.ts';

/** The most that is read of an answer, in bytes. */
export const MAX_ANSWER_BYTES = 1 << 20;

const CONNECT_TIMEOUT = 3_000;
const MAX_REDIRECTS = 5;
const MAX_CONNECTIONS_PER_ORIGIN = 64;

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  /** These and no others are sent: a caller's own credentials never are. */
  headers?: Record<string, string>;
  body?: string;
  /** What the call is for, as metrics and logs name it: `outgoing-webhook`, `slash-command`, … */
  purpose: string;
  /** Milliseconds for the whole call; by default `OutgoingIntegrationRequestsTimeout`. */
  timeout?: number;
  /** Breaks the call off. */
  signal?: AbortSignal;
  /** Bytes of the answer's body; by default {@link MAX_ANSWER_BYTES}. */
  maxBytes?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Why a call brought no answer. */
export type OutboundFault =
  | 'bad-url'
  | 'forbidden-address'
  | 'timeout'
  | 'too-large'
  | 'redirect'
  | 'unreachable';

/** A call that brought no answer. The message tells a person what happened; it holds no secret of ours. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, {cause});
    this.fault = fault;
  }
}

/** What would become of a call to a URL, for an administrator who wants to know why it is refused. */
export interface OutboundExplanation {
  url: string;
  allowed: boolean;
  addresses: AddressVerdict[];
  message: string;
}

export type OutboundHttp = ReturnType<typeof createOutboundHttp>;

/**
 * The one way out: every call to an integration goes through here (QUALITY 7 and 8). The address is judged after
 * the name was resolved and at the moment of connecting, so that what was judged is what is connected to. A deadline
 * holds for the whole call, the answer is bounded, and a redirect is followed only where a call would be allowed.
 */
export function createOutboundHttp({
  config,
  metrics,
  lookup = systemLookup as LookupFunction,
}: {
  config: Config;
  metrics: Metrics;
  lookup?: LookupFunction;
}) {
  const seconds = metrics.histogram('outbound_request_duration_seconds', 'Calls to integrations', [
    'purpose',
    'outcome',
  ]);
  const guardedLookup: LookupFunction = (host, options, callback) => {
    lookup(host, {...options, all: true}, (error, found) => {
      if (error) return callback(error, '');
      const addresses = found as unknown as {address: string; family: number}[];
      const verdicts = addresses.map(({address}) => judgeAddress(host, address, allowed));
      const open = addresses.filter((_, index) => verdicts[index]!.allowed);
      if (open.length === 0) return callback(forbiddenAddress(host, verdicts), '');
      if (options.all) return (callback as (error: null, addresses: typeof open) => void)(null, open);
      callback(null, open[0]!.address, open[0]!.family);
    });
  };

  let allowed = parseAllowedConnections(config.get().ServiceSettings.AllowedUntrustedInternalConnections);
  let agent = newAgent();

  // Connections that are kept alive were allowed by the old settings.
  config.onChange((now, before) => {
    const relevant = ({ServiceSettings}: typeof now) => [
      ServiceSettings.AllowedUntrustedInternalConnections,
      ServiceSettings.EnableInsecureOutgoingConnections,
    ];
    if (relevant(now).every((value, index) => value === relevant(before)[index])) return;
    allowed = parseAllowedConnections(now.ServiceSettings.AllowedUntrustedInternalConnections);
    void agent.close();
    agent = newAgent();
  });

  function newAgent(): Agent {
    return new Agent({
      connections: MAX_CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      connect: {
        timeout: CONNECT_TIMEOUT,
        lookup: guardedLookup,
        rejectUnauthorized: !config.get().ServiceSettings.EnableInsecureOutgoingConnections,
      },
    });
  }

  /** Refuses what needs no look-up: a bad URL, an address in place of a name (which Node never looks up). */
  function requireCallable(text: string): URL {
    const fault = urlFault(text);
    if (fault) throw new OutboundError('bad-url', `The URL "${text}" cannot be called: ${fault}.`);
    const url = new URL(text);
    const host = hostOf(url);
    if (isAddress(host)) {
      const verdict = judgeAddress(host, host, allowed);
      if (!verdict.allowed) throw forbiddenAddress(host, [verdict]);
    }
    return url;
  }

  async function call(
    url: URL,
    {method, headers = {}, body}: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
    signal: AbortSignal,
    maxBytes: number,
    redirects: number,
  ): Promise<OutboundAnswer> {
    const response = await undiciRequest(url, {dispatcher: agent, method, headers, body, signal});
    const location = response.headers.location;
    const next =
      typeof location === 'string' && redirectKeeps(method, response.statusCode) ? location : undefined;
    if (next === undefined) {
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await readBounded(response.body, maxBytes),
      };
    }
    await response.body.dump();
    if (redirects >= MAX_REDIRECTS)
      throw new OutboundError('redirect', `${url.origin} redirected too often.`);
    const target = requireCallable(URL.parse(next, url.href)?.href ?? next);
    if (url.protocol === 'https:' && target.protocol === 'http:') {
      throw new OutboundError('redirect', `${url.origin} redirected from https to http.`);
    }
    // What was meant for one server is nobody else's.
    const kept = target.origin === url.origin ? headers : withoutCredentials(headers);
    return call(target, {method, headers: kept, body}, signal, maxBytes, redirects + 1);
  }

  return {
    /**
     * Calls an integration and reads its answer, whatever the status.
     *
     * @throws OutboundError when there was none: a URL or an address that is not allowed, the deadline, an answer
     * that is too large, no connection.
     */
    async request(outbound: OutboundRequest): Promise<OutboundAnswer> {
      const timeout =
        outbound.timeout ?? config.get().ServiceSettings.OutgoingIntegrationRequestsTimeout * 1000;
      const end = seconds.startTimer({purpose: outbound.purpose});
      try {
        const url = requireCallable(outbound.url);
        const deadline = AbortSignal.timeout(timeout);
        const signal = outbound.signal ? AbortSignal.any([deadline, outbound.signal]) : deadline;
        const answer = await call(url, outbound, signal, outbound.maxBytes ?? MAX_ANSWER_BYTES, 0);
        end({outcome: `${Math.floor(answer.status / 100)}xx`});
        return answer;
      } catch (error) {
        const outboundError = toOutboundError(error, outbound.url, timeout);
        end({outcome: outboundError.fault});
        throw outboundError;
      }
    },

    /** Resolves the URL's host and says what the rules make of each of its addresses. Nothing is called. */
    async explain(text: string): Promise<OutboundExplanation> {
      const fault = urlFault(text);
      if (fault) return {url: text, allowed: false, addresses: [], message: `It cannot be called: ${fault}.`};
      const host = hostOf(new URL(text));
      const addresses = isAddress(host) ? [host] : await resolveAll(host, lookup);
      if (addresses === undefined) {
        return {url: text, allowed: false, addresses: [], message: `The name ${host} cannot be resolved.`};
      }
      const verdicts = addresses.map((address) => judgeAddress(host, address, allowed));
      const isCallable = verdicts.some((verdict) => verdict.allowed);
      return {
        url: text,
        allowed: isCallable,
        addresses: verdicts,
        message: isCallable ? `${host} may be called.` : refusal(host, verdicts),
      };
    },

    /** Closes the connections that are kept alive. */
    close: () => agent.destroy(),
  };
}

/** `[::1]` in a URL is the address `::1`. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

// 307 and 308 keep the method and the body; the others turn a POST into a GET without what was to be said.
function redirectKeeps(method: string, status: number): boolean {
  return (
    status === 307 ||
    status === 308 ||
    (method === 'GET' && (status === 301 || status === 302 || status === 303))
  );
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:authorization|cookie|x-patchbay-signature)$/i.test(name),
    ),
  );
}

async function readBounded(
  body: AsyncIterable<Buffer> & {destroy(): unknown},
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new OutboundError('too-large', `The answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function resolveAll(host: string, lookup: LookupFunction): Promise<string[] | undefined> {
  return new Promise((resolve) =>
    lookup(host, {all: true}, (error, found) =>
      resolve(error ? undefined : (found as unknown as {address: string}[]).map(({address}) => address)),
    ),
  );
}

function refusal(host: string, verdicts: readonly AddressVerdict[]): string {
  const found = verdicts
    .map(({address, rule}) => (address === host ? rule : `${address}, ${rule}`))
    .join('; ');
  return `${host} is an internal address (${found}). To allow it, add "${host}" to ServiceSettings.AllowedUntrustedInternalConnections.`;
}

function forbiddenAddress(host: string, verdicts: readonly AddressVerdict[]): OutboundError {
  return new OutboundError('forbidden-address', refusal(host, verdicts));
}

function toOutboundError(error: unknown, url: string, timeout: number): OutboundError {
  if (error instanceof OutboundError) return error;
  const {name, code, message, cause} = error as Error & {code?: string};
  if (cause instanceof OutboundError) return cause;
  const host = URL.parse(url)?.host ?? url;
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new OutboundError('timeout', `${host} did not answer within ${timeout / 1000} s.`, error);
  }
  return new OutboundError('unreachable', `${host} could not be reached: ${code ?? message}.`, error);
}
