import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';

let crew: Crew;
beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

test('accepted and rejected webhook requests are counted by hour', async () => {
  const {admin, anonymous, features} = crew.server;
  const {body: hook} = await crew.ann.post('/hooks/incoming', {
    channel_id: crew.channelId,
    display_name: 'CI',
  });
  await anonymous.post(`/hooks/${hook.id}`, {text: 'built'});
  await anonymous.post(`/hooks/${hook.id}`, {text: 'built again'});
  await anonymous.post(`/hooks/${hook.id}`, {});
  await features.deliveries.flush();
  const {status, body} = await admin.get('/integrations/deliveries/by_hour?hours=2');
  expect({status, waiting: body.waiting, hours: body.hours.length}).toEqual({
    status: 200,
    waiting: 0,
    hours: 2,
  });
  // The clock may pass a full hour between two requests.
  const sum = (what: string) =>
    body.hours.reduce((total: number, hour: Record<string, number>) => total + hour[what]!, 0);
  expect(['received', 'refused', 'sent', 'failed'].map(sum)).toEqual([2, 1, 0, 0]);
});
