import {notifyManager, QueryClient} from '@tanstack/react-query';
import {Refusal} from './server.ts';

// Before anything else can be seen or clicked: a box that was checked would else be drawn unchecked in between.
notifyManager.setScheduler(queueMicrotask);

/** What pages have read of the server. Live events keep it fresh, so that nothing goes stale by age alone. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A refusal stays one however often it is asked; a lost connection may come back.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    },
  },
});
