import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../../test/support/test-server.ts';
import {type Company, createCompanyOverApi} from './create-company.ts';
import {type EmployeesAtWork, startWork} from './employees-at-work.ts';
import {ALL_ACTIONS} from './load-model.ts';
import {findMostPeople} from './most-people.ts';

let server: TestServer;
let company: Company;
let work: EmployeesAtWork;

beforeAll(async () => {
  server = await createTestServer();
  const url = await server.listen();
  company = await createCompanyOverApi(url, server.admin.token, 6);
  // Fast enough that every action of the model happens within a second.
  work = startWork(url, company, {speed: 500});
});
afterAll(async () => {
  await work?.close();
  await server?.close();
});

test('people do everything in the load model', async () => {
  await work.connect(6);
  await work.tryEveryAction(0, ALL_ACTIONS);
  const report = await work.work({seconds: 0.5, settle: 0});
  expect(report).toMatchObject({people: 6, faults: []});
  expect(report.requests.count).toBeGreaterThan(0);
  expect(report.deliveries.count).toBeGreaterThan(0);
});

test('the search doubles the number of people and then narrows it down', async () => {
  /** Fast enough for up to 1,300 people. */
  let people = 0;
  const pretended: EmployeesAtWork = {
    ...work,
    async connect(count) {
      people = count;
    },
    async work() {
      const latency = {count: 1, p50: 1, p99: people <= 1300 ? 10 : 900};
      return {people, requests: latency, deliveries: latency, actions: {}, faults: []};
    },
  };
  const tried: number[] = [];
  const options = {
    first: 250,
    seconds: 1,
    onStep: (report: {people: number}) => void tried.push(report.people),
  };
  const best = await findMostPeople(pretended, {...options, limit: 5000});
  expect(tried).toEqual([250, 500, 1000, 2000, 1500, 1250, 1375]);
  expect(best?.people).toBe(1250);
  expect((await findMostPeople(pretended, {...options, limit: 1100}))?.people).toBe(1100);
  expect(await findMostPeople(pretended, {...options, first: 1500, limit: 5000})).toBeUndefined();
});
