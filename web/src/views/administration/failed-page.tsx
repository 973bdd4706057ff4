import type {ComponentProps} from 'react';
import {ErrorState} from '../../components/ui/state.tsx';
import {AdministrationPage} from './administration-page.tsx';

type FailedPageProps = Pick<ComponentProps<typeof AdministrationPage>, 'title' | 'back'> &
  ComponentProps<typeof ErrorState>;

/** A page whose contents can't be loaded. Its header still leads to the other pages. */
export function FailedPage({title, back, ...failure}: FailedPageProps) {
  return (
    <AdministrationPage title={title} back={back}>
      <ErrorState {...failure} />
    </AdministrationPage>
  );
}
