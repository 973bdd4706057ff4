import {type LookupAddress, type LookupOptions, lookup as systemLookup} from 'node:dns';
import type {LookupFunction} from 'node:net';
import {Agent, request as undiciRequest} from 'undici';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';
import type {Config} from '../config/config.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {type AddressVerdict, checkAddress, isIpAddress, parseAllowedConnections} from './address-rules.ts';
import {urlProblem} from './outbound-url.ts';

/** The most that is read of an answer, in bytes. */
const MAX_ANSWER_BYTES = 1 << 20;

const CONNECT_TIMEOUT = 3_000;
const MAX_REDIRECTS = 5;
const MAX_CONNECTIONS_PER_ORIGIN = 64;
/** Names that are resolved at the same time: each holds one of the process's sixteen threads, for seconds if it is dead. */
const MAX_LOOKUPS = 8;

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

export interface OutboundResponse {
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

/** The head of an answer: what came before its body. */
export type OutboundHead = Pick<OutboundResponse, 'status' | 'headers'>;

/**
 * A call that brought no whole answer. The message is for anyone. It does not say where the call went, nor what is
 * there: an internal name that does not exist, one that does, and a closed port read the same.
 */
export class OutboundError extends Error {
  readonly fault: OutboundFault;
  /** For administrators and the log: host, address, rule, and the setting that would allow it. No secret of ours. */
  readonly detail: string;
  /** Where the answer began and its body could not be read. */
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

/** What broke off the body of an answer that had begun. */
class BrokenBody extends Error {
  readonly head: OutboundHead;

  constructor(head: OutboundHead, cause: unknown) {
    super('the body of an answer broke off', {cause});
    this.head = head;
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
 * The one way out: every call to an integration goes through here. The address is judged after
 * the name was resolved and at the moment of connecting, so that what was judged is what is connected to. A deadline
 * holds for the whole call, the answer is bounded, and a redirect is followed only where a call would be allowed: to
 * another site without a body and without credentials.
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
  const inTurn = limitConcurrency(MAX_LOOKUPS);

  function addressesOf(host: string, options: LookupOptions = {}): Promise<LookupAddress[]> {
    return inTurn(
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

  // Connections that are kept alive were allowed by the old settings.
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

  /** Refuses what needs no look-up: a bad URL, an address in place of a name (which Node never looks up). */
  function requireCallable(text: string): URL {
    const fault = urlProblem(text);
    if (fault) {
      throw new OutboundError('bad-url', {
        message: `The URL of the integration cannot be called: ${fault}.`,
        detail: `The URL "${withoutQuery(text)}" cannot be called: ${fault}.`,
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
    {method, headers = {}, body}: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
    signal: AbortSignal,
    maxBytes: number,
    redirects: number,
  ): Promise<OutboundResponse> {
    const response = await undiciRequest(url, {dispatcher: agent, method, headers, body, signal});
    const location = response.headers.location;
    const next =
      typeof location === 'string' && redirectKeeps(method, response.statusCode) ? location : undefined;
    if (next === undefined) {
      const head = {status: response.statusCode, headers: response.headers};
      try {
        return {...head, body: await readBounded(response.body, maxBytes)};
      } catch (error) {
        throw new BrokenBody(head, error);
      }
    }
    await response.body.dump();
    if (redirects >= MAX_REDIRECTS) throw badRedirect(`${url.origin} redirected too often.`);
    const target = requireCallable(URL.parse(next, url.href)?.href ?? next);
    if (url.protocol === 'https:' && target.protocol === 'http:') {
      throw badRedirect(`${url.origin} redirected from https to http.`);
    }
    const isSameOrigin = target.origin === url.origin;
    // Tokens are in bodies too, and what a signature covers is what the first server was told.
    if (!isSameOrigin && body !== undefined) {
      throw badRedirect(
        `${url.origin} redirected to ${target.origin}. What is sent to one site is not passed on to another: if that is where it belongs, put the new address into the integration's URL.`,
      );
    }
    const kept = isSameOrigin ? headers : harmlessHeaders(headers);
    return call(target, {method, headers: kept, body}, signal, maxBytes, redirects + 1);
  }

  return {
    /**
     * Calls an integration and reads its answer, whatever the status.
     *
     * @throws OutboundError when there was none, or not all of it: a URL or an address that is not allowed, the
     * deadline, an answer that is too large, no connection.
     */
    async request(outbound: OutboundRequest): Promise<OutboundResponse> {
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
      const fault = urlProblem(text);
      if (fault) return {url: text, allowed: false, addresses: [], message: `It cannot be called: ${fault}.`};
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
        message: isCallable ? `${host} may be called.` : refusal(host, verdicts),
      };
    },

    /** Closes the connections that are kept alive. */
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

// 307 and 308 keep the method and the body; the others turn a POST into a GET without what was to be said.
function redirectKeeps(method: string, status: number): boolean {
  return (
    status === 307 ||
    status === 308 ||
    (method === 'GET' && (status === 301 || status === 302 || status === 303))
  );
}

/** What may go to another site than the one it was meant for: nothing that opens or proves anything. */
function harmlessHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:accept(?:-language)?|user-agent)$/i.test(name)),
  );
}

function badRedirect(detail: string): OutboundError {
  return new OutboundError('redirect', {
    message: 'The integration redirected to a place where this server does not follow.',
    detail,
  });
}

// Integrations carry tokens in their queries.
function withoutQuery(text: string): string {
  return text.split(/[?#]/, 1)[0]!.slice(0, 200);
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
      const message = `The answer is larger than ${maxBytes} bytes.`;
      throw new OutboundError('too-large', {message, detail: message});
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusal(host: string, verdicts: readonly AddressVerdict[]): string {
  const found = verdicts
    .map(({address, rule}) => (address === host ? rule : `${address}, ${rule}`))
    .join('; ');
  return `${host} is an internal address (${found}). To allow it, add "${host}" to ServiceSettings.AllowedUntrustedInternalConnections.`;
}

const NOT_REACHED =
  'The integration could not be reached. If it is in an internal network, ask an administrator about ServiceSettings.AllowedUntrustedInternalConnections.';

function forbiddenAddress(host: string, verdicts: readonly AddressVerdict[]): OutboundError {
  return new OutboundError('forbidden-address', {message: NOT_REACHED, detail: refusal(host, verdicts)});
}

function toOutboundError(error: unknown, url: string, timeout: number): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof BrokenBody) {
    const {fault, message, detail} = toOutboundError(error.cause, url, timeout);
    return new OutboundError(fault, {message, detail, cause: error.cause, head: error.head});
  }
  const {name, code, message, cause} = error as Error & {code?: string};
  if (cause instanceof OutboundError) return cause;
  const host = URL.parse(url)?.host ?? withoutQuery(url);
  if (name === 'TimeoutError') {
    const late = `did not answer within ${timeout / 1000} s.`;
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
