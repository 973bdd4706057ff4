import {describe, expect, test} from 'vitest';
import {textFaults} from './check-texts.ts';

/** The problems of a component that renders this element. */
const findFaults = (element: string) => textFaults('a.tsx', `function A() { return ${element}; }`);

describe('texts that cannot be translated', () => {
  test.each([
    ['text in an element', '<p>Save</p>'],
    ['a label of one word', '<Button label="Save" />'],
    ['a label that is computed', "<Button label={busy ? 'Saving' : t`Save`} />"],
    ['a property of a table', "[{value: 'a', label: 'All messages'}]"],
    ['a sentence', "report('The file could not be read.')"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source under test.
    ['a sentence with a value', '`Delete the channel ${name}?`'],
    ['a text beside a translated one', '<p><Trans>Save</Trans> and close</p>'],
  ])('%s', (_, element) => {
    expect(findFaults(element)).toEqual([{line: 1, fault: expect.stringContaining('cannot be translated')}]);
  });

  test('a text that is read when the module loads', () => {
    expect(textFaults('a.ts', 'import a from "a";\nconst label = t`Save`;')).toEqual([
      {line: 2, fault: expect.stringContaining('before the language is known')},
    ]);
  });
});

test.each([
  ['macros', '<Button label={t`Save`}><Trans>Save <b>all</b></Trans></Button>'],
  ['plurals', "plural(count, {one: 'One message is left', other: '# messages are left'})"],
  ['tables of macros', "({label: msg`All messages`, kind: 'all'})"],
  ['code and keys', '<p><code>patchbay backup create FILE</code> <kbd>Enter</kbd></p>'],
  ['names of programs', '<Icon name="chevronLeft" className="side panel" />'],
  ['errors for programmers', "new Error('This place was never drawn.')"],
  ['examples', '<Field placeholder="build-status" />'],
  ['comparisons and searches', "(event.key === 'Arrow Down here' || name.replace('Mac OS X', 'macOS'))"],
])('%s are not reported', (_, element) => {
  expect(findFaults(element)).toEqual([]);
});
