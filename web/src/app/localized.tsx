import {i18n} from '@lingui/core';
import {I18nProvider} from '@lingui/react';
import {useStore} from '@nanostores/react';
import {Fragment, type ReactNode} from 'react';
import {I18nProvider as AriaI18nProvider} from 'react-aria-components';
import {$language} from '../lib/language.ts';

/**
 * Shows the page when its texts are loaded. Changing the language renders everything again, so components can use texts
 * anywhere while rendering.
 */
export function Localized({children}: {children: ReactNode}) {
  const language = useStore($language);
  if (!language) return null;
  return (
    <I18nProvider i18n={i18n}>
      <AriaI18nProvider locale={language}>
        <Fragment key={language}>{children}</Fragment>
      </AriaI18nProvider>
    </I18nProvider>
  );
}
