/** The values in a message, such as a limit or a name. */
export type ErrorParams = Readonly<Record<string, string | number>>;

export interface AppErrorOptions {
  /** A stable identifier for programs, such as `api.context.permissions.app_error`. */
  id: string;
  /**
   * One or two sentences: what was wrong, and what to do. If people can cause the error, without ids and names of the
   * API, which mean nothing to them: these belong in `path` and `explanation`.
   */
  message: string;
  /** The values in the message, for clients that translate it: always sent, so without secrets. */
  params?: ErrorParams | undefined;
  /** The HTTP status. */
  status: number;
  /** Details for the operator: logged, and sent only if `ServiceSettings.EnableDeveloper` is on. */
  detail?: string;
  /** An explanation for programmers in addition to the message, such as an unknown id: always sent as `detailed_error`. */
  explanation?: string | undefined;
  /** The location in the input, as a JSON path such as `dialog.elements[2].name`. */
  path?: string;
  /** Milliseconds after which the client can retry; sent as `Retry-After`. */
  retryAfter?: number;
  /** The original error: logged, never sent. */
  cause?: unknown;
}

/**
 * An error that the client caused or can act on. It can be thrown anywhere below a route, and one handler turns it into
 * the error response. Any other error becomes a 500 without details.
 */
export class AppError extends Error {
  readonly id: string;
  readonly status: number;
  readonly detail: string;
  readonly explanation: string;
  readonly path: string | undefined;
  readonly params: ErrorParams | undefined;
  readonly retryAfter: number | undefined;

  constructor({
    id,
    message,
    params,
    status,
    detail,
    explanation = '',
    path,
    retryAfter,
    cause,
  }: AppErrorOptions) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = 'AppError';
    this.id = id;
    this.status = status;
    this.detail = detail ?? explanation;
    this.explanation = explanation;
    this.path = path;
    this.params = params;
    this.retryAfter = retryAfter;
  }
}

/** What is wrong with a value in a request. */
export interface InvalidValue {
  /** A sentence for people. Without one, only a programmer can cause the error, and the message names the field. */
  message?: string | undefined;
  params?: ErrorParams | undefined;
  /** For programmers, such as the rule and the value. */
  explanation?: string | undefined;
}

/** 400: a field of the body is missing, has the wrong type, or has a value that isn't allowed. */
export function invalidBodyParam(name: string, fault: string | InvalidValue = {}): AppError {
  const place = `Invalid or missing ${name} in request body.`;
  return invalidValue('api.context.invalid_body_param.app_error', {name, place, fault});
}

/** 400: a parameter in the path or query is missing or has a value that isn't allowed. */
export function invalidUrlParam(name: string, fault: string | InvalidValue = {}): AppError {
  const place = `Invalid or missing ${name} parameter in request URL.`;
  return invalidValue('api.context.invalid_url_param.app_error', {name, place, fault});
}

function invalidValue(
  id: string,
  {name, place, fault}: {name: string; place: string; fault: string | InvalidValue},
): AppError {
  const {message, params, explanation = ''} = typeof fault === 'string' ? {message: fault} : fault;
  const forPrograms = `${place} ${explanation}`.trim();
  return new AppError({
    id,
    message: message ?? forPrograms,
    params,
    explanation: message === undefined ? undefined : forPrograms,
    status: 400,
    path: name,
  });
}

/** 403: the user doesn't have permission. `detail` names the permission for the operator. */
export function forbidden(detail?: string): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: 'You do not have the appropriate permissions.',
    status: 403,
    detail,
  });
}

/** 401: no session, or an expired one. */
export function sessionExpired(detail?: string): AppError {
  return new AppError({
    id: 'api.context.session_expired.app_error',
    message: 'Invalid or expired session, please login again.',
    status: 401,
    detail,
  });
}

/** 501: the feature is disabled. */
export function notImplemented(id: string, message: string): AppError {
  return new AppError({id, message, status: 501});
}

/**
 * 501: this server doesn't have the feature, such as `LDAP`. `field` is the field of the request that asked for it
 * (docs/compatibility.md#api-routes).
 */
export function featureNotAvailable(feature: string, field?: string): AppError {
  return new AppError({
    id: 'api.feature_not_available.app_error',
    message: `This server does not have ${feature}${field ? `, so ${field} cannot be set` : ''}.`,
    status: 501,
    path: field,
  });
}

/** The result of a lookup, or undefined if it throws a 404. */
export async function undefinedIfNotFound<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
