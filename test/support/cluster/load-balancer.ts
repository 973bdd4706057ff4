import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {freePort} from '../command-line.ts';
import {accepts, startEngine} from './engine-process.ts';
import {programs} from './engines.ts';

export interface LoadBalancer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** The names of the nodes to which it sends requests. */
  upNodes(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts haproxy in front of the nodes at these ports. Requests are not sticky, because stickiness hides errors. */
export async function startLoadBalancer(
  directory: string,
  ports: readonly number[],
  readyPath: string,
): Promise<LoadBalancer> {
  const [port, statisticsPort] = [await freePort(), await freePort()];
  const configuration = join(directory, 'haproxy.cfg');
  const servers = ports.map((nodePort, index) => `  server node-${index} 127.0.0.1:${nodePort} check`);
  writeFileSync(
    configuration,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 5s
  option redispatch 1
  retries 3
frontend public
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET ${readyPath}
  http-check disable-on-404
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
`,
  );
  const engine = await startEngine({
    program: programs.haproxy,
    args: ['-db', '-f', configuration],
    log: join(directory, 'haproxy.log'),
    ready: () => accepts(port),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async upNodes() {
      const rows = await (await fetch(`http://127.0.0.1:${statisticsPort}/;csv`)).text();
      return rows
        .split('\n')
        .map((row) => row.split(','))
        .filter(([proxy, name, ...fields]) => proxy === 'nodes' && name !== 'BACKEND' && fields[15] === 'UP')
        .map(([, name]) => name!);
    },
    close: () => engine.kill(),
  };
}
