import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface OpenApiDocument {
  paths: Record<string, Record<string, {responses?: Record<string, {content?: Record<string, unknown>}>}>>;
}

/** Checks responses against the API description, and records the calls. */
export interface ResponseChecks {
  /** A replacement for `fetch` that checks each response before returning it. */
  fetch: typeof fetch;
  /** Every response that does not match the description, and every call without a route. */
  faults: string[];
  /** The calls so far, for example `GET /users/{user_id}`. */
  calls: Set<string>;
}

const PREFIX = '/api/v4';

/** @param address the URL of the server, such as `http://127.0.0.1:8065` */
export async function checkResponses(address: string): Promise<ResponseChecks> {
  const realFetch = globalThis.fetch;
  const document = (await (await realFetch(`${address}${PREFIX}/openapi.json`)).json()) as OpenApiDocument;
  const ajv = addFormats.default(new Ajv2020({strict: false, allErrors: true}));
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }))
    // If several paths match, the one with fewer parameters wins: /users/ids over /users/{user_id}.
    .sort((a, b) => a.parameters - b.parameters);
  const faults: string[] = [];
  const calls = new Set<string>();

  function validatorFor(template: string, method: string, status: number): ValidateFunction | undefined {
    const responses = document.paths[template]?.[method]?.responses ?? {};
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in responses);
    if (key === undefined || !responses[key]?.content?.['application/json']) return undefined;
    const pointer = ['paths', template, method, 'responses', key, 'content', 'application/json', 'schema']
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = validators.get(pointer) ?? ajv.compile({$ref: `api#/${pointer}`});
    validators.set(pointer, known);
    return known;
  }

  async function check(url: string, method: string, response: Response): Promise<void> {
    const {pathname} = new URL(url);
    const found = templates.find(({template, pattern}) => {
      return pattern.test(pathname) && method in (document.paths[template] ?? {});
    });
    const call = `${method.toUpperCase()} ${(found?.template ?? pathname).replace(PREFIX, '')}`;
    calls.add(call);
    if (!found) {
      faults.push(`${call}: there is no such route`);
      return;
    }
    if (response.headers.get('content-type') !== 'application/json') return;
    const validate = validatorFor(found.template, method, response.status);
    if (!validate) {
      faults.push(`${call}: the response ${response.status} is not described`);
    } else if (!validate(await response.clone().json())) {
      const [first] = validate.errors ?? [];
      faults.push(`${call}: ${response.status}: ${first?.instancePath} ${first?.message}`);
    }
  }

  return {
    faults,
    calls,
    fetch: async (input, init) => {
      const response = await realFetch(input, init);
      await check(String(input), (init?.method ?? 'get').toLowerCase(), response);
      return response;
    },
  };
}
