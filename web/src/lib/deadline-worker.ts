/** A worker's responses to one request: `started` when it has loaded what it needs, and then the result. */
type WorkerResponse<Result> = 'started' | {result: Result | undefined};

/** In milliseconds. A worker that has nothing to do for so long ends, because it may need tens of megabytes. */
const IDLE = 60_000;

/**
 * Runs work in a worker, one request at a time, each with a deadline in milliseconds, so that no text can block the
 * page. The result is undefined if the work takes too long or fails, or if the signal is aborted before the work
 * starts.
 *
 * @param start creates the worker, for the first request and for the next one after a deadline or a pause
 */
export function runInWorker<Request, Result>(
  start: () => Worker,
  deadline: number,
): (request: Request, signal: AbortSignal) => Promise<Result | undefined> {
  let worker: Worker | undefined;
  let free: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  function run(request: Request): Promise<Result | undefined> {
    clearTimeout(idle);
    worker ??= start();
    const used = worker;
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = (result: Result | undefined) => {
        clearTimeout(timer);
        idle = setTimeout(end, IDLE);
        resolve(result);
      };
      const giveUp = () => {
        end();
        finish(undefined);
      };
      used.onmessage = ({data}: MessageEvent<WorkerResponse<Result>>) => {
        if (data === 'started') timer = setTimeout(giveUp, deadline);
        else finish(data.result);
      };
      // The worker could not be loaded.
      used.onerror = giveUp;
      used.postMessage(request);
    });
  }

  return (request, signal) => {
    const result = free.then(() => (signal.aborted ? undefined : run(request)));
    free = result.catch(() => undefined);
    return result;
  };
}

/** Called in a worker: responds to requests. The deadline doesn't include `load`. */
export function respond<Request, Loaded, Result>(
  load: (request: Request) => Promise<Loaded>,
  work: (request: Request, loaded: Loaded) => Result | undefined | Promise<Result | undefined>,
): void {
  const send = (response: WorkerResponse<Result>) => postMessage(response);
  addEventListener('message', ({data}: MessageEvent<Request>) => {
    load(data)
      .then(async (loaded) => {
        send('started');
        send({result: await work(data, loaded)});
      })
      .catch(() => send({result: undefined}));
  });
}
