import type {ComponentProps} from 'react';
import {NotLoaded} from '../../components/ui/state.tsx';
import {AdministrationPage} from './administration-page.tsx';

type UnloadedPageProps = Pick<ComponentProps<typeof AdministrationPage>, 'title' | 'back'> &
  ComponentProps<typeof NotLoaded>;

/** A page whose contents aren't loaded: it is loading, or that failed. Its header leads to the other pages. */
export function UnloadedPage({title, back, ...state}: UnloadedPageProps) {
  return (
    <AdministrationPage title={title} back={back}>
      <NotLoaded {...state} />
    </AdministrationPage>
  );
}
