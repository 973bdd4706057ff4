import {QueryClientProvider} from '@tanstack/react-query';
import {StrictMode} from 'react';
import {createRoot} from 'react-dom/client';
import {App, loadSignedIn} from './app/app.tsx';
import {Localized} from './app/localized.tsx';
import {loadTextFont} from './app/text-font.ts';
import {applyLastTheme} from './app/theme.ts';
import {readCopy} from './data/offline/copy.ts';
import {readStoredCopy} from './data/offline/stored-copy.ts';
import {readSignIn} from './data/session/language.ts';
import {startLanguage} from './lib/i18n.ts';
import {queries} from './lib/queries.ts';
import './app/design-tokens.css';
import './app/page.css';

/** In milliseconds. Until then, people don't miss anything. */
const MAX_WAIT = 300;

const loadFailed = document.getElementById('load-failed')!;
loadFailed.hidden = true;
applyLastTheme();
// The page's first data and code load at the same time as its texts.
readSignIn();
// Vite's server has no first script.
if (import.meta.env.DEV) globalThis.storedCopy = readStoredCopy();
// Until the server responds, the page shows the copy stored in this browser.
void readCopy();
const signedIn = loadSignedIn();
startLanguage().catch(() => {
  // Without a catalog, only the text in the HTML file can be shown.
  loadFailed.style.animationDelay = '0s';
  loadFailed.hidden = false;
});

const root = createRoot(document.getElementById('root')!);
// Showing that the page is loading would delay it, unless loading takes long.
const loaded = Promise.race([signedIn, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
void Promise.all([loadTextFont(), loaded]).then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Localized>
          <App />
        </Localized>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
