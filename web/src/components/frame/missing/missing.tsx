import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useNavigate} from 'react-router';
import {Button} from '../../ui/button.tsx';
import {PageHeader} from '../page-header.tsx';
import MissingState, {type MissingThing} from './missing-state.tsx';

/** The page for an address that doesn't exist, or that the person can't access. */
export default function Missing({what}: {what: MissingThing}) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t`Not found`} />
      <MissingState what={what}>
        <Button onPress={() => navigate('/')}>
          <Trans>Go to home page</Trans>
        </Button>
      </MissingState>
    </>
  );
}
