import type {Config} from '../../../platform/config/config.ts';
import type {Problem} from '../../../platform/config/config-error.ts';
import {MASK, readSettings} from '../../../platform/config/setting-values.ts';
import type {Settings} from '../../../platform/config/settings.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {checkBucket} from '../../../platform/file-store/check-file-storage.ts';
import {isJsonObject} from '../../../platform/formats/json.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {jsonValue, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';

/** `POST /file/s3_test`: whether a bucket can be used, before the server uses it. */
export function registerFileStorageRoutes(
  api: HttpServer,
  {config, permissions}: {config: Config; permissions: Permissions},
): void {
  api.post(
    '/file/s3_test',
    {
      schema: {
        summary: 'Test the connection to the bucket for files',
        description:
          'Lists files, and writes, reads and removes one. Send settings (`{"FileSettings": {…}}`) to test them instead of the current ones. The current values apply to settings that are left out, and to secrets that are sent as asterisks.',
        body: jsonValue(500_000),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const settings = changedSettings(config, request.body);
      if (settings.AmazonS3Bucket === '') throw noBucket();
      const problem = await checkBucket(settings);
      if (problem) {
        throw new AppError({
          id: 'api.file.test_connection.app_error',
          message: problem.message,
          status: 400,
          path: problem.setting,
        });
      }
      return STATUS_OK;
    },
  );
}

/** The current FileSettings with the given changes. @throws AppError 400 for invalid ones */
function changedSettings(config: Config, given: unknown): Settings['FileSettings'] {
  const {FileSettings} = config.get();
  const sent = isJsonObject(given) ? given.FileSettings : undefined;
  if (sent === undefined) return FileSettings;
  const problems: Problem[] = [];
  const values = readSettings({FileSettings: sent}, 'request', problems, {masks: true, retired: true});
  const [first] = problems;
  if (first) {
    const message = problems.map(({line}) => line).join('\n');
    throw new AppError({id: first.errorId, message, status: 400, path: first.name});
  }
  const changes = [...values].filter(([, value]) => value !== MASK);
  const byKey = changes.map(([name, value]) => [name.slice('FileSettings.'.length), value]);
  return {...FileSettings, ...Object.fromEntries(byKey)};
}

function noBucket(): AppError {
  return new AppError({
    id: 'api.admin.test_s3.missing_s3_bucket',
    message: 'Enter a bucket (FileSettings.AmazonS3Bucket).',
    status: 400,
    path: 'FileSettings.AmazonS3Bucket',
  });
}
