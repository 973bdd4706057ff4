import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {EmptyState} from '../../ui/state.tsx';

export type MissingThing = 'channel' | 'person' | 'message' | 'team' | 'page';

function missingTitle(what: MissingThing): string {
  switch (what) {
    case 'channel':
      return t`Channel not found`;
    case 'person':
      return t`Person not found`;
    case 'message':
      return t`Message not found`;
    case 'team':
      return t`Team not found`;
    case 'page':
      return t`Page not found`;
  }
}

/** The content of a page, below its header, if what it shows doesn't exist or the person can't access it. */
export default function MissingState({what, children}: {what: MissingThing; children?: ReactNode}) {
  return (
    <EmptyState icon="search" title={missingTitle(what)}>
      <p>
        {what === 'page'
          ? t`Check the address. The page may have moved.`
          : t`It may have been deleted, or you don't have access.`}
      </p>
      {children}
    </EmptyState>
  );
}
