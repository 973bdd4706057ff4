import {type LookupAddress, type LookupOptions, lookup as systemLookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {Agent, request as undiciRequest} from 'undici';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';
import type {Config} from '../config/config.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {tracing} from '../tracing/tracing.ts';
import {type AddressVerdict, checkAddress, isIpAddress, parseAllowedConnections} from './address-rules.ts';
import {urlProblem} from './outbound-url.ts';

/** The default maximum size of a response body. */
const MAX_RESPONSE_BYTES = 1 << 20;

const CONNECT_TIMEOUT = 3_000;
const MAX_REDIRECTS = 5;
const MAX_CONNECTIONS_PER_ORIGIN = 64;
/** The maximum number of concurrent DNS lookups, each of which blocks one of the process's sixteen threads. */
const MAX_LOOKUPS = 8;

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  /** Only these headers are sent. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The purpose for metrics and logs: `outgoing-webhook`, `slash-command`, … */
  purpose: string;
  /** Milliseconds for the whole request; `OutgoingIntegrationRequestsTimeout` by default. */
  timeout?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Maximum size of the response body in bytes; {@link MAX_RESPONSE_BYTES} by default. */
  maxBytes?: number;
  /** Whether a larger body is cut off at `maxBytes` instead of rejected. */
  cutsBody?: boolean;
  /** An additional check of the URL and of the targets of redirects. */
  isAllowed?: (url: URL) => boolean;
}

export interface OutboundResponse {
  /** The URL that responded, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Why a request failed. */
export type OutboundFault =
  | 'bad-url'
  | 'forbidden-address'
  | 'timeout'
  | 'too-large'
  | 'redirect'
  | 'excluded'
  | 'unreachable';

/** The status and headers of a response. */
export type OutboundHead = Pick<OutboundResponse, 'status' | 'headers'>;

/**
 * A request without a complete response. Anyone can see the message, so it doesn't reveal anything about internal hosts:
 * an unknown name, an existing one, and a closed port have the same message.
 */
export class OutboundError extends Error {
  readonly fault: OutboundFault;
  /** For administrators and the log: host, address, rule, and the setting that would allow it. Contains no secrets. */
  readonly detail: string;
  /** Set if the response started but its body could not be read. */
  readonly head: OutboundHead | undefined;

  constructor(
    fault: OutboundFault,
    {message, detail, cause, head}: {message: string; detail: string; cause?: unknown; head?: OutboundHead},
  ) {
    super(message, {cause});
    this.fault = fault;
    this.detail = detail;
    this.head = head;
  }
}

/** The body of a response could not be read. */
class IncompleteBody extends Error {
  readonly head: OutboundHead;

  constructor(head: OutboundHead, cause: unknown) {
    super('the body of a response is incomplete', {cause});
    this.head = head;
  }
}

/** Whether a request to a URL is allowed and why, for administrators. */
export interface OutboundExplanation {
  url: string;
  allowed: boolean;
  addresses: AddressVerdict[];
  message: string;
}

export type OutboundHttp = ReturnType<typeof createOutboundHttp>;

/**
 * Sends all outgoing requests to integrations and other sites. Addresses are checked after DNS resolution, when
 * connecting, so the checked address is the one that is used. The timeout covers the whole request, and the response size
 * is limited. Redirects are followed only to allowed addresses, and without a body and credentials to another origin.
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
  const seconds = metrics.histogram(
    'outbound_request_duration_seconds',
    'Requests to integrations and other sites',
    ['purpose', 'outcome'],
  );
  const limited = limitConcurrency(MAX_LOOKUPS);

  function addressesOf(host: string, options: LookupOptions = {}): Promise<LookupAddress[]> {
    return limited(
      () =>
        new Promise((resolve, reject) =>
          lookup(host, {...options, all: true}, (error, found) =>
            error ? reject(error) : resolve(found as unknown as LookupAddress[]),
          ),
        ),
    );
  }

  const guardedLookup: LookupFunction = (host, options, callback) => {
    addressesOf(host, options).then(
      (addresses) => {
        const verdicts = addresses.map(({address}) => checkAddress(host, address, allowed));
        const open = addresses.filter((_, index) => verdicts[index]!.allowed);
        if (open.length === 0) return callback(forbiddenAddress(host, verdicts), '');
        if (options.all) return (callback as (error: null, addresses: typeof open) => void)(null, open);
        callback(null, open[0]!.address, open[0]!.family);
      },
      (error) => callback(error, ''),
    );
  };

  let allowed = parseAllowedConnections(config.get().ServiceSettings.AllowedUntrustedInternalConnections);
  let agent = newAgent();

  // Existing keep-alive connections were allowed by the old settings.
  const stopListening = config.onChange((now, before) => {
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

  /** Rejects invalid URLs and IP addresses, which need no DNS lookup. */
  function requireCallable(text: string): URL {
    const fault = urlProblem(text);
    if (fault) {
      throw new OutboundError('bad-url', {
        message: `The URL of the integration is not allowed: ${fault}.`,
        detail: `The URL "${withoutQuery(text)}" is not allowed: ${fault}.`,
      });
    }
    const url = new URL(text);
    const host = hostOf(url);
    if (isIpAddress(host)) {
      const verdict = checkAddress(host, host, allowed);
      if (!verdict.allowed) throw forbiddenAddress(host, [verdict]);
    }
    return url;
  }

  async function call(
    url: URL,
    outbound: Omit<OutboundRequest, 'url'>,
    signal: AbortSignal,
    redirects: number,
  ): Promise<OutboundResponse> {
    const {method, headers = {}, body} = outbound;
    if (outbound.isAllowed?.(url) === false) {
      const message = 'The site is excluded.';
      throw new OutboundError('excluded', {message, detail: `${url.host} is excluded.`});
    }
    const response = await undiciRequest(url, {dispatcher: agent, method, headers, body, signal});
    const location = response.headers.location;
    const next =
      typeof location === 'string' && redirectKeeps(method, response.statusCode) ? location : undefined;
    if (next === undefined) {
      const head = {status: response.statusCode, headers: response.headers};
      try {
        return {url: url.href, ...head, body: await readBounded(response.body, outbound)};
      } catch (error) {
        throw new IncompleteBody(head, error);
      }
    }
    await response.body.dump();
    if (redirects >= MAX_REDIRECTS) throw badRedirect(`${url.origin} redirected too often.`);
    const target = requireCallable(URL.parse(next, url.href)?.href ?? next);
    if (url.protocol === 'https:' && target.protocol === 'http:') {
      throw badRedirect(`${url.origin} redirected from https to http.`);
    }
    const isSameOrigin = target.origin === url.origin;
    // Bodies can contain tokens, and the signature was meant for the first server.
    if (!isSameOrigin && body !== undefined) {
      throw badRedirect(
        `${url.origin} redirected to ${target.origin}. Requests with a body are not redirected to another site. If it's the right one, change the integration's URL.`,
      );
    }
    const kept = isSameOrigin ? headers : publicHeaders(headers);
    return call(target, {...outbound, headers: kept}, signal, redirects + 1);
  }

  async function send(outbound: OutboundRequest): Promise<OutboundResponse> {
    const timeout =
      outbound.timeout ?? config.get().ServiceSettings.OutgoingIntegrationRequestsTimeout * 1000;
    const end = seconds.startTimer({purpose: outbound.purpose});
    try {
      const url = requireCallable(outbound.url);
      const deadline = AbortSignal.timeout(timeout);
      const signal = outbound.signal ? AbortSignal.any([deadline, outbound.signal]) : deadline;
      const answer = await call(url, outbound, signal, 0);
      end({outcome: `${Math.floor(answer.status / 100)}xx`});
      return answer;
    } catch (error) {
      const outboundError = toOutboundError(error, outbound.url, timeout);
      end({outcome: outboundError.fault});
      throw outboundError;
    }
  }

  return {
    /**
     * Sends a request to an integration and returns its response with any status.
     *
     * @throws OutboundError if the URL or address is not allowed, the request times out, the response is too large, or the
     *   connection fails
     */
    async request(outbound: OutboundRequest): Promise<OutboundResponse> {
      const traces = tracing();
      if (!traces) return send(outbound);
      const host = URL.parse(outbound.url)?.host ?? '';
      return traces.inSpan(
        {
          name: `${outbound.method} ${outbound.purpose}`,
          kind: 'client',
          attributes: {'http.request.method': outbound.method, 'server.address': host},
        },
        async (span) => {
          const response = await send(outbound);
          span?.set({'http.response.status_code': response.status});
          return response;
        },
      );
    },

    /** Resolves the URL's host and checks each of its addresses, without sending a request. */
    async explain(text: string): Promise<OutboundExplanation> {
      const fault = urlProblem(text);
      if (fault)
        return {url: text, allowed: false, addresses: [], message: `The URL is not allowed: ${fault}.`};
      const host = hostOf(new URL(text));
      const addresses = isIpAddress(host)
        ? [host]
        : await addressesOf(host).then(
            (found) => found.map(({address}) => address),
            () => [],
          );
      if (addresses.length === 0) {
        return {url: text, allowed: false, addresses: [], message: `The name ${host} cannot be resolved.`};
      }
      const verdicts = addresses.map((address) => checkAddress(host, address, allowed));
      const isCallable = verdicts.some((verdict) => verdict.allowed);
      return {
        url: text,
        allowed: isCallable,
        addresses: verdicts,
        message: isCallable ? `Requests to ${host} are allowed.` : notAllowed(host, verdicts),
      };
    },

    /** Closes all connections. */
    close(): Promise<void> {
      stopListening();
      return agent.destroy();
    },
  };
}

/** `[::1]` in a URL is the address `::1`. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

// 307 and 308 keep the method and the body; the others turn a POST into a GET without the body.
function redirectKeeps(method: string, status: number): boolean {
  return (
    status === 307 ||
    status === 308 ||
    (method === 'GET' && (status === 301 || status === 302 || status === 303))
  );
}

/** The headers that can be sent to another origin: nothing secret. */
function publicHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:accept(?:-language)?|user-agent)$/i.test(name)),
  );
}

function badRedirect(detail: string): OutboundError {
  return new OutboundError('redirect', {
    message: 'The integration responded with a redirect that is not allowed.',
    detail,
  });
}

// The queries of integration URLs may contain tokens.
function withoutQuery(text: string): string {
  return text.split(/[?#]/, 1)[0]!.slice(0, 200);
}

async function readBounded(
  body: AsyncIterable<Buffer> & {destroy(): unknown},
  {maxBytes = MAX_RESPONSE_BYTES, cutsBody = false}: Pick<OutboundRequest, 'maxBytes' | 'cutsBody'>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      if (cutsBody) return Buffer.concat([...chunks, chunk]).subarray(0, maxBytes);
      const message = `The response is larger than ${maxBytes} bytes.`;
      throw new OutboundError('too-large', {message, detail: message});
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function notAllowed(host: string, verdicts: readonly AddressVerdict[]): string {
  const found = verdicts
    .map(({address, rule}) => (address === host ? rule : `${address}, ${rule}`))
    .join('; ');
  return `${host} is an internal address (${found}). To allow it, add "${host}" to ServiceSettings.AllowedUntrustedInternalConnections.`;
}

const NOT_REACHED =
  'The integration could not be reached. If it is on an internal network, ask an administrator about ServiceSettings.AllowedUntrustedInternalConnections.';

function forbiddenAddress(host: string, verdicts: readonly AddressVerdict[]): OutboundError {
  return new OutboundError('forbidden-address', {message: NOT_REACHED, detail: notAllowed(host, verdicts)});
}

function toOutboundError(error: unknown, url: string, timeout: number): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof IncompleteBody) {
    const {fault, message, detail} = toOutboundError(error.cause, url, timeout);
    return new OutboundError(fault, {message, detail, cause: error.cause, head: error.head});
  }
  const {name, code, message, cause} = error as Error & {code?: string};
  if (cause instanceof OutboundError) return cause;
  const host = URL.parse(url)?.host ?? withoutQuery(url);
  if (name === 'TimeoutError') {
    const late = `did not respond within ${timeout / 1000} s.`;
    return new OutboundError('timeout', {
      message: `The integration ${late}`,
      detail: `${host} ${late}`,
      cause: error,
    });
  }
  return new OutboundError('unreachable', {
    message: NOT_REACHED,
    detail: `${host} could not be reached: ${code ?? message}.`,
    cause: error,
  });
}
