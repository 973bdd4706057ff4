/** What an {@link AppError} is made of. */
export interface AppErrorOptions {
  /** Stable identifier that programs match on, such as `api.context.permissions.app_error`. */
  id: string;
  /** One or two sentences for the person: what was wrong, where, the value, what to do. */
  message: string;
  /** The HTTP status that the wire carries. */
  status: number;
  /** Words for the operator: logged, and sent only when `ServiceSettings.EnableDeveloper` is on. */
  detail?: string;
  /** Words for whoever made the request, beside a message that is fixed: always sent as `detailed_error`. */
  explanation?: string;
  /** Where in the input the fault lies, as a JSON path such as `dialog.elements[2].name`. */
  path?: string;
  /** Milliseconds after which the same request may succeed; sent as `Retry-After`. */
  retryAfter?: number;
  /** The error that led here; logged, never sent. */
  cause?: unknown;
}

/**
 * A failure that a person or a program caused or can act on. It is thrown anywhere below a route, and one
 * handler turns it into the wire's error body. Whatever is not an `AppError` becomes a 500 without inner text.
 */
export class AppError extends Error {
  readonly id: string;
  readonly status: number;
  readonly detail: string;
  readonly explanation: string;
  readonly path: string | undefined;
  readonly retryAfter: number | undefined;

  constructor({id, message, status, detail, explanation = '', path, retryAfter, cause}: AppErrorOptions) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = 'AppError';
    this.id = id;
    this.status = status;
    this.detail = detail ?? explanation;
    this.explanation = explanation;
    this.path = path;
    this.retryAfter = retryAfter;
  }
}

/** 400: a field of the body is missing, has the wrong type, or holds a value that is not allowed. */
export function invalidBodyParam(name: string, detail?: string): AppError {
  return new AppError({
    id: 'api.context.invalid_body_param.app_error',
    message: `Invalid or missing ${name} in request body.${detail ? ` ${detail}` : ''}`,
    status: 400,
    path: name,
  });
}

/** 400: a parameter in the path or the query is missing or holds a value that is not allowed. */
export function invalidUrlParam(name: string, detail?: string): AppError {
  return new AppError({
    id: 'api.context.invalid_url_param.app_error',
    message: `Invalid or missing ${name} parameter in request URL.${detail ? ` ${detail}` : ''}`,
    status: 400,
    path: name,
  });
}

/** 403: the actor is known, and may not do this here. `detail` names the permission for the operator. */
export function forbidden(detail?: string): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: 'You do not have the appropriate permissions.',
    status: 403,
    detail,
  });
}

/** 401: no session, or one that has ended. */
export function sessionExpired(detail?: string): AppError {
  return new AppError({
    id: 'api.context.session_expired.app_error',
    message: 'Invalid or expired session, please login again.',
    status: 401,
    detail,
  });
}

/** 501: the feature is switched off. `id` and `message` are the feature's own. */
export function notImplemented(id: string, message: string): AppError {
  return new AppError({id, message, status: 501});
}

/** What a look-up finds, or undefined where it says 404. */
export async function undefinedIfNotFound<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
