import {randomUUID} from 'node:crypto';
import type {Database} from '../../server/src/platform/database/database.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {addPeople, type SimulatedPerson} from '../../test/support/cluster/people.ts';
import {CHANNELS} from './load-model.ts';

/** An employee with the channels of the load model. */
export interface Employee extends SimulatedPerson {
  department: string;
  projects: string[];
  /** The numbers of the employees that this one has conversations with. */
  partners: number[];
}

export interface Company {
  teamId: string;
  employees: Employee[];
}

/** The numbers of a person's department and projects. Projects have people from all departments. */
function place(person: number, size: number) {
  const projects = Math.max(1, Math.floor((size * CHANNELS.project.perPerson) / CHANNELS.project.members));
  return {
    department: Math.floor(person / CHANNELS.department.members),
    projects: [
      ...new Set(
        Array.from({length: CHANNELS.project.perPerson}, (_, index) => (person * 7 + index * 13) % projects),
      ),
    ],
    partners: [person ^ 1, (size - 1 - person) % size].filter((other) => other < size && other !== person),
  };
}

function channelNames(size: number): string[] {
  const names = new Set<string>();
  for (let person = 0; person < size; person++) {
    const {department, projects} = place(person, size);
    names.add(`department-${department}`);
    for (const project of projects) names.add(`project-${project}`);
  }
  return [...names];
}

function employees(people: readonly SimulatedPerson[], channelIds: ReadonlyMap<string, string>): Employee[] {
  return people.map((person, number) => {
    const {department, projects, partners} = place(number, people.length);
    return {
      ...person,
      department: channelIds.get(`department-${department}`)!,
      projects: projects.map((project) => channelIds.get(`project-${project}`)!),
      partners,
    };
  });
}

/**
 * Creates a company by writing to the tables of a server on this machine. Creates thousands of people within seconds.
 */
export async function createCompanyInDatabase(
  database: Database,
  {teamId, creatorId, size}: {teamId: string; creatorId: string; size: number},
): Promise<Company> {
  const names = channelNames(size);
  const channelIds = new Map(names.map((name) => [name, newId()]));
  await database.execute({
    text: `
      insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, DisplayName, Name, CreatorId)
      select id, $3, $3, $4, 'O', name, name, $5 from unnest($1::text[], $2::text[]) as new (id, name)`,
    values: [names.map((name) => channelIds.get(name)), names, Date.now(), teamId, creatorId],
  });
  const people = await addPeople(database, {
    count: size,
    prefix: 'employee',
    teamId,
    channelsOf(number) {
      const {department, projects} = place(number, size);
      return [`department-${department}`, ...projects.map((project) => `project-${project}`)].map(
        (name) => channelIds.get(name)!,
      );
    },
  });
  await database.execute({text: 'analyze'});
  return {teamId, employees: employees(people, channelIds)};
}

/**
 * Creates a company through the API of any server, as one of its administrators. Hashing the passwords takes most of
 * the time.
 */
export async function createCompanyOverApi(url: string, token: string, size: number): Promise<Company> {
  const run = randomUUID().slice(0, 8);
  async function call<Result>(path: string, body: unknown): Promise<Result> {
    const response = await fetch(`${url}/api/v4${path}`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${url}/api/v4${path} returned ${response.status}: ${text}`);
    return JSON.parse(text) as Result;
  }
  const team = await call<{id: string}>('/teams', {
    name: `company-${run}`,
    display_name: `Company ${run}`,
    type: 'O',
  });
  const people: SimulatedPerson[] = [];
  for (let number = 0; number < size; number++) {
    const username = `employee-${run}-${number}`;
    const {id} = await call<{id: string}>('/users', {
      username,
      email: `${username}@example.org`,
      password: `Secret-${randomUUID()}`,
    });
    await call(`/teams/${team.id}/members`, {team_id: team.id, user_id: id});
    people.push({
      id,
      token: (await call<{token: string}>(`/users/${id}/tokens`, {description: 'company-day'})).token,
    });
  }
  const channelIds = new Map<string, string>();
  for (const name of channelNames(size)) {
    const {id} = await call<{id: string}>('/channels', {
      team_id: team.id,
      name,
      display_name: name,
      type: 'O',
    });
    channelIds.set(name, id);
  }
  const company = {teamId: team.id, employees: employees(people, channelIds)};
  for (const {id, department, projects} of company.employees) {
    for (const channel of [department, ...projects])
      await call(`/channels/${channel}/members`, {user_id: id});
  }
  return company;
}
