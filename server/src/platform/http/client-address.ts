import type {FastifyRequest} from 'fastify';
import type {Settings} from '../config/settings.ts';

/**
 * The address that a request came from: the first one in the first of `ServiceSettings.TrustedProxyIPHeader`
 * that is present, else the socket's. Without that setting no header is believed.
 */
export function clientAddress(request: FastifyRequest, settings: Settings): string {
  for (const name of settings.ServiceSettings.TrustedProxyIPHeader) {
    const value = request.headers[name.toLowerCase()];
    const first = (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();
    if (first) return first.slice(0, 64);
  }
  return request.socket.remoteAddress ?? '';
}

/**
 * Whether the person's browser speaks TLS to us: SiteURL says so, or a trusted proxy does. It decides whether
 * cookies are marked `Secure` (decision 4).
 */
export function isSecureRequest(request: FastifyRequest, settings: Settings): boolean {
  const {SiteURL, TrustedProxyIPHeader} = settings.ServiceSettings;
  if (SiteURL.startsWith('https://')) return true;
  return TrustedProxyIPHeader.length > 0 && request.headers['x-forwarded-proto'] === 'https';
}
