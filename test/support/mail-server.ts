import type {AddressInfo, Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {SMTPServer} from 'smtp-server';

/** An email as received. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** MIME: headers and parts. */
  raw: string;
}

/** How the mail server responds to emails. A number is the SMTP status with which it rejects recipients. */
type Behavior = 'accept' | 'stall' | 'disconnect' | number;

/** Starts a real SMTP server on a free loopback port. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  let behavior: Behavior = 'accept';
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections++;
      if (behavior !== 'stall') done();
    },
    onAuth({username, password}, _session, done) {
      if (username === 'patchbay' && password === 'mail secret') done(null, {user: username});
      else done(new Error('Wrong password'));
    },
    onRcptTo(_address, _session, done) {
      if (typeof behavior !== 'number') return done();
      done(Object.assign(new Error('Not now, not here'), {responseCode: behavior}));
    },
    async onData(stream, {envelope}, done) {
      if (behavior === 'disconnect') {
        for (const socket of sockets) socket.destroy();
        return;
      }
      const raw = await text(stream);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      received.push({from, to: envelope.rcptTo.map(({address}) => address), raw});
      done();
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Ignore clients that disconnect.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const {port} = server.server.address() as AddressInfo;
  return {
    /** Accepted emails, oldest first. */
    received,
    connections: () => connections,
    behave(next: Behavior): void {
      behavior = next;
    },
    /** The settings to send emails through it. */
    settings: {
      SMTPServer: '127.0.0.1',
      SMTPPort: String(port),
      FeedbackEmail: 'chat@example.com',
      SMTPServerTimeout: 1,
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

/** The plain text of an email, decoded. */
export const textOf = (mail: {raw: string}): string => partOf(mail, /^Content-Type: text\/plain/im);

/** The HTML of an email, decoded. */
export const htmlOf = (mail: {raw: string}): string => partOf(mail, /^Content-Type: text\/html/im);

function partOf({raw}: {raw: string}, type: RegExp): string {
  const part = raw.split(type)[1]!.split(/\r?\n\r?\n/);
  const [head, ...body] = part;
  const encoded = body.join('\n\n').split(/^--[^=\s]/m)[0]!;
  if (/base64/i.test(head!)) return Buffer.from(encoded, 'base64').toString();
  const bytes = encoded
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
