import {i18n} from '@lingui/core';
import {QueryClientProvider} from '@tanstack/react-query';
import {createRoot} from 'react-dom/client';
import {MemoryRouter} from 'react-router';
import {Localized} from '../src/app/localized.tsx';
import '../src/app/design-tokens.css';
import '../src/app/page.css';
import {Toasts} from '../src/components/ui/toast.tsx';
import {CurrentTeamProvider} from '../src/data/teams/teams.ts';
import {startLanguage, withCatalog} from '../src/lib/i18n.ts';
import {queries} from '../src/lib/queries.ts';
import {Gallery} from './gallery.tsx';
import {SAMPLE_TEAM, useSampleData} from './sample-data.ts';

// The gallery has no catalog of its own, so all of its texts must be in those of the client.
i18n.on('missing', ({id}) => console.error(`No catalog has the text ${id}.`));
const loaded = (['conversation', 'errors', 'pages'] as const).map((name) =>
  withCatalog(name, Promise.resolve()),
);
void Promise.all(loaded).then(startLanguage);

function Page() {
  useSampleData();
  return <Gallery />;
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <Localized>
      <MemoryRouter>
        <CurrentTeamProvider value={SAMPLE_TEAM}>
          <Page />
          <Toasts />
        </CurrentTeamProvider>
      </MemoryRouter>
    </Localized>
  </QueryClientProvider>,
);
