import {describe, expect, test} from 'vitest';
import {getOverrides} from './overrides.ts';

const on = {EnablePostUsernameOverride: 'true', EnablePostIconOverride: 'true'};
const off = {EnablePostUsernameOverride: 'false', EnablePostIconOverride: 'false'};
const props = {
  from_webhook: 'true',
  override_username: 'alerts',
  override_icon_url: 'https://example.com/a.png',
};

describe('the name and picture of a webhook', () => {
  test('are its own if the settings allow it', () => {
    expect(getOverrides({props}, on)).toEqual({name: 'alerts', icon: 'https://example.com/a.png'});
  });

  test('are those of its command if it has no username', () => {
    const ofCommand = {from_webhook: 'true', webhook_display_name: '/deploy'};
    expect(getOverrides({props: ofCommand}, off)).toEqual({name: '/deploy'});
    expect(getOverrides({props: {...props, ...ofCommand}}, on).name).toBe('alerts');
  });

  test('are "webhook" and its creator\'s picture otherwise', () => {
    expect(getOverrides({props}, off)).toEqual({name: 'webhook'});
  });

  test('an emoji takes precedence over a picture', () => {
    expect(getOverrides({props: {...props, override_icon_emoji: ':fire:'}}, on)).toEqual({
      name: 'alerts',
      emoji: 'fire',
    });
  });

  test('only apply to integrations', () => {
    expect(getOverrides({props: {...props, from_webhook: undefined}}, on)).toEqual({});
  });
});
