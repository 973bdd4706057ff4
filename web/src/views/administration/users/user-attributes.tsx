import {t} from '@lingui/core/macro';
import {AttributeForm} from '../../../components/people/attribute-form.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {useAttributes, useAttributeValues} from '../../../data/people/attributes.ts';
import {showSuccess} from '../../../lib/toasts.ts';

/** A user's values of the attributes that administrators have defined. */
export function UserAttributes({userId}: {userId: string}) {
  const attributes = useAttributes().data ?? [];
  const values = useAttributeValues(userId).data;
  if (attributes.length === 0 || !values) return null;
  return (
    <Panel title={t`Attributes`}>
      <AttributeForm
        userId={userId}
        attributes={attributes}
        values={values}
        getHint={({attrs}) => (attrs.visibility === 'hidden' ? t`Not shown on the profile.` : undefined)}
        setsManaged
        noneLabel={t`Not set`}
        onSaved={() => showSuccess(t`Attributes saved.`)}
      />
    </Panel>
  );
}
