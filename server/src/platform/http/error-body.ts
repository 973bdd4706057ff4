import type {Static} from 'typebox';
import type {AppError} from '../errors/app-error.ts';
import type {ErrorBody} from './wire.ts';

/** The body of an error response. @param showDetail whether it includes the details for the operator */
export function errorBody(
  {id, message, detail, explanation, status, path, params}: AppError,
  requestId: string,
  showDetail: boolean,
): Static<typeof ErrorBody> {
  return {
    id,
    message,
    detailed_error: showDetail ? detail : explanation,
    request_id: requestId,
    status_code: status,
    ...(path === undefined ? {} : {path}),
    ...(params === undefined ? {} : {params}),
  };
}
