import {t} from '@lingui/core/macro';
import {useState} from 'react';
import type {AttachmentAction} from '../../data/posts/attachments.ts';
import {useActionOptions} from '../../data/posts/use-action-options.ts';
import {Chooser} from '../ui/chooser.tsx';
import {needsSearch} from '../ui/use-typed-option.ts';

/** The options of an integration's menu. */
export default function MenuChoices({
  action,
  onChoose,
}: {
  action: AttachmentAction;
  onChoose: (option: {text: string; value: string}) => void;
}) {
  const [query, setQuery] = useState('');
  const isOwn = action.dataSource === '';
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
      textOf={isOwn && !needsSearch(action.options) ? ({text}) => text : undefined}
      most={isOwn ? action.options.length : undefined}
      none={t`No matches.`}
      onChoose={onChoose}
      render={({text}) => text}
    />
  );
}
