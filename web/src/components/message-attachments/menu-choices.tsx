import {t} from '@lingui/core/macro';
import {useState} from 'react';
import type {AttachmentAction} from '../../data/posts/attachments.ts';
import {useActionOptions} from '../../data/posts/use-action-options.ts';
import {Chooser} from '../ui/chooser.tsx';
import {knownOptions} from '../ui/use-typed-option.ts';

/** The options of an integration's menu. */
export default function MenuChoices({
  action,
  onChoose,
}: {
  action: AttachmentAction;
  onChoose: (option: {text: string; value: string}) => void;
}) {
  const [query, setQuery] = useState('');
  const {options, loading} = useActionOptions(action.dataSource, action.options, query);
  return (
    <Chooser
      label={action.name}
      placeholder={t`Search`}
      items={options}
      getKey={({value}) => value}
      query={query}
      onQuery={setQuery}
      loading={loading}
      {...(action.dataSource === '' && knownOptions(action.options))}
      none={t`No matches.`}
      onChoose={onChoose}
      render={({text}) => text}
    />
  );
}
