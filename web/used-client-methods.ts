import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Plugin} from 'vite';

const CLIENT = /\/@mattermost\/client\/lib\/client4\.js$/;
const EVENTS = /\/@mattermost\/client\/lib\/websocket_events\.js$/;
const NAMES = /[\w$]+/g;

interface Member {
  start: number;
  end: number;
  /** A static block has no key. */
  key?: {type: string; name?: string};
  value?: {type: string} | null;
}

interface Statement {
  type: string;
  id?: {name: string} | null;
  body?: {body: Member[]};
}

/**
 * Removes methods that the web client never calls from the official client, a class with about 400 methods. A method
 * stays if its name appears in the sources below `folder`, or in a method that stays.
 */
export function usedClientMethods(folder: string): Plugin {
  return {
    name: 'used-client-methods',
    apply: 'build',
    transform: {
      filter: {id: CLIENT},
      handler(code) {
        const {body} = this.parse(code) as unknown as {body: Statement[]};
        const members = body.find(({type, id}) => type === 'ClassDeclaration' && id?.name === 'Client4')?.body
          ?.body;
        if (!members) throw new Error('@mattermost/client no longer declares a class Client4.');
        const methods = new Map(
          members.flatMap((member) => (isMethod(member) ? [[member.key!.name!, member] as const] : [])),
        );
        const used = new Set<string>();
        const keep = (text: string) => {
          for (const [name] of text.matchAll(NAMES)) {
            const method = methods.get(name);
            if (!method || used.has(name)) continue;
            used.add(name);
            keep(code.slice(method.start, method.end));
          }
        };
        for (const file of globSync('**/*.{ts,tsx}', {cwd: folder}))
          keep(readFileSync(join(folder, file), 'utf8'));
        for (const member of members) if (!isMethod(member)) keep(code.slice(member.start, member.end));

        let kept = '';
        let end = 0;
        for (const [name, member] of methods) {
          if (used.has(name)) continue;
          kept += code.slice(end, member.start);
          end = member.end;
        }
        return {code: kept + code.slice(end), map: null};
      },
    },
  };
}

/**
 * Removes the names of all events except `hello` from the official client. Its WebSocket class uses no other, and our
 * code has the names as strings.
 */
export function usedEventNames(): Plugin {
  return {
    name: 'used-event-names',
    apply: 'build',
    transform: {
      filter: {id: EVENTS},
      handler: (code) => ({code: code.replace(/^.*\["(?!Hello")\w+"\] = ".*\n/gm, ''), map: null}),
    },
  };
}

/**
 * Whether the member is a method, or a property whose value is a function. Other members and the constructor always
 * stay.
 */
function isMethod({key, value}: Member): boolean {
  if (key?.type !== 'Identifier' || key.name === 'constructor') return false;
  return value?.type === 'FunctionExpression' || value?.type === 'ArrowFunctionExpression';
}
