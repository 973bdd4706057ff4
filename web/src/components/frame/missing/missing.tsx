import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useNavigate} from 'react-router';
import {Button} from '../../ui/button.tsx';
import {PageHeader} from '../page-header.tsx';
import MissingState, {type MissingThing} from './missing-state.tsx';

interface MissingProps {
  what: MissingThing;
  /** The list of pages that the address is in, if that isn't the home page. */
  back?: {path: string; label: string};
}

/** The page for an address that doesn't exist, or that the person can't access. */
export default function Missing({what, back}: MissingProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t`Not found`} back={back} />
      <MissingState what={what}>
        <Button onPress={() => navigate(back?.path ?? '/')}>
          {back ? back.label : <Trans>Go to home page</Trans>}
        </Button>
      </MissingState>
    </>
  );
}
