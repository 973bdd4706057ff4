import {QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {createRoot} from 'react-dom/client';
import {App} from './app/app.tsx';
import {Localized} from './app/localized.tsx';
import {applyLastTheme} from './app/theme.ts';
import {readSignIn} from './data/session/language.ts';
import {startLanguage} from './lib/i18n.ts';
import {queries} from './lib/queries.ts';
import './app/design-tokens.css';
import './app/page.css';

applyLastTheme();
// The first data of the page loads at the same time as its texts.
readSignIn();
startLanguage().catch(() => {
  // Without a catalog, only the text in the HTML file can be shown.
  document.getElementById('load-failed')!.hidden = false;
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Localized>
        <App />
      </Localized>
    </QueryClientProvider>
  </StrictMode>,
);
