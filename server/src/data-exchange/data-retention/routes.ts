import Type, {type TSchema} from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {type Channels, presentChannelWithTeam} from '../../messaging/channels/channels.ts';
import {ChannelWithTeam} from '../../messaging/channels/schema.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import {Team} from '../../messaging/teams/schema.ts';
import {presentTeam, type Teams} from '../../messaging/teams/teams.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {Id, looseId, SearchTerm, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {DataRetention} from './data-retention.ts';
import type {RetentionPolicies} from './policies.ts';
import type {PolicyRow} from './policy-store.ts';
import {
  ChannelIds,
  ChannelPolicies,
  DeletionRecord,
  GlobalPolicy,
  NewPolicy,
  Policy,
  PolicyPatch,
  TeamIds,
  TeamPolicies,
  WaitingFor,
} from './schema.ts';

const READ = 'sysconsole_read_compliance_data_retention_policy';
const WRITE = 'sysconsole_write_compliance_data_retention_policy';

/** Retention policies and records of deletions: `/data_retention`. Jobs of the type `data_retention` delete. */
export function registerDataRetentionRoutes(
  api: HttpServer,
  {
    retentionPolicies: policies,
    dataRetention,
    exportArchives,
    permissions,
    audits,
    teams,
    channels,
  }: {
    retentionPolicies: RetentionPolicies;
    dataRetention: DataRetention;
    exportArchives: FileStore;
    permissions: Permissions;
    audits: Audits;
    teams: Teams;
    channels: Channels;
  },
): void {
  const Params = Type.Object({policy_id: Id});
  const Count = Type.Object({total_count: Type.Integer()});
  const TeamSearch = Type.Object({term: SearchTerm});
  const ChannelSearch = Type.Object({
    term: Type.Optional(SearchTerm),
    team_ids: Type.Optional(Type.Array(Id, {maxItems: 1000})),
    public: Type.Optional(Type.Boolean()),
    private: Type.Optional(Type.Boolean()),
    deleted: Type.Optional(Type.Boolean({description: '`true` for archived channels only.'})),
  });
  const JobId = Type.Object({job_id: Id});
  const everything = {offset: 0, limit: 200};

  async function require(request: Parameters<typeof actorOf>[0], permission: string): Promise<void> {
    await permissions.require(actorOf(request), permission);
    dataRetention.requireAvailable();
  }
  const teamsOf = async (ids: readonly string[]) => {
    const rows = await Promise.all(ids.map((id) => teams.byId(id)));
    return rows.map((row) => presentTeam(row, {email: true, inviteId: ''}));
  };
  const channelsOf = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const channel = await channels.current(id);
        const {displayname, name, updateat} = await teams.byId(channel.teamid);
        return presentChannelWithTeam({
          ...channel,
          teamdisplayname: displayname,
          teamname: name,
          teamupdateat: updateat,
        });
      }),
    );

  api.get(
    '/data_retention/policy',
    {schema: {summary: 'Get the global retention policy', response: {200: GlobalPolicy}}},
    async () => {
      dataRetention.requireAvailable();
      return policies.global();
    },
  );

  api.get(
    '/data_retention/policies_count',
    {schema: {summary: 'Count retention policies', response: {200: Count}}},
    async (request) => {
      await require(request, READ);
      return {total_count: await policies.count()};
    },
  );

  api.get(
    '/data_retention/policies',
    {
      schema: {
        summary: 'List retention policies of teams and channels',
        querystring: PagingQuery,
        response: {200: Type.Object({policies: Type.Array(Policy), total_count: Type.Integer()})},
      },
    },
    async (request) => {
      await require(request, READ);
      const rows = await policies.list(toOffsetLimit(request.query));
      return {policies: rows.map(presentPolicy), total_count: await policies.count()};
    },
  );

  api.post(
    '/data_retention/policies',
    {schema: {summary: 'Create a retention policy', body: NewPolicy, response: {201: Policy}}},
    async (request, reply) => {
      await require(request, WRITE);
      const row = await policies.create(request.body);
      await audits.recordRequest(request, `createRetentionPolicy id=${row.id} days=${row.postduration}`);
      return reply.code(201).send(presentPolicy(row));
    },
  );

  api.get(
    '/data_retention/policies/:policy_id',
    {schema: {summary: 'Get a retention policy', params: Params, response: {200: Policy}}},
    async (request) => {
      await require(request, READ);
      return presentPolicy(await policies.get(request.params.policy_id));
    },
  );

  api.patch(
    '/data_retention/policies/:policy_id',
    {
      schema: {
        summary: 'Edit a retention policy',
        params: Params,
        body: PolicyPatch,
        response: {200: Policy},
      },
    },
    async (request) => {
      await require(request, WRITE);
      const row = await policies.patch(request.params.policy_id, request.body);
      await audits.recordRequest(request, `patchRetentionPolicy id=${row.id} days=${row.postduration}`);
      return presentPolicy(row);
    },
  );

  api.delete(
    '/data_retention/policies/:policy_id',
    {schema: {summary: 'Delete a retention policy', params: Params, response: {200: StatusOk}}},
    async (request) => {
      await require(request, WRITE);
      const {policy_id} = request.params;
      await policies.delete(policy_id);
      await audits.recordRequest(request, `deleteRetentionPolicy id=${policy_id}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/data_retention/policies/:policy_id/teams/search',
    {
      schema: {
        summary: 'Search the teams of a policy',
        params: Params,
        body: TeamSearch,
        response: {200: Type.Array(Team)},
      },
    },
    async (request) => {
      await require(request, READ);
      const {policy_id} = request.params;
      return teamsOf(await policies.assigned(policy_id, 'team', everything, request.body));
    },
  );

  api.post(
    '/data_retention/policies/:policy_id/channels/search',
    {
      schema: {
        summary: 'Search the channels of a policy',
        params: Params,
        body: ChannelSearch,
        response: {200: Type.Array(ChannelWithTeam)},
      },
    },
    async (request) => {
      await require(request, READ);
      const {term, team_ids, public: isPublic, private: isPrivate, deleted} = request.body;
      const filter = {
        term,
        teamIds: team_ids?.length ? team_ids : undefined,
        type: isPublic === isPrivate ? undefined : isPublic ? 'O' : 'P',
        archivedOnly: deleted,
      } as const;
      return channelsOf(await policies.assigned(request.params.policy_id, 'channel', everything, filter));
    },
  );

  for (const [target, list, Ids] of [
    ['team', 'teams', TeamIds],
    ['channel', 'channels', ChannelIds],
  ] as const) {
    const path = `/data_retention/policies/:policy_id/${list}`;
    const present = target === 'team' ? teamsOf : channelsOf;
    const item = target === 'team' ? Team : ChannelWithTeam;
    const response = {200: Type.Object({[list]: Type.Array<TSchema>(item), total_count: Type.Integer()})};

    api.get(
      path,
      {schema: {summary: `List the ${list} of a policy`, params: Params, querystring: PagingQuery, response}},
      async (request) => {
        await require(request, READ);
        const {policy_id} = request.params;
        const policy = await policies.get(policy_id);
        const ids = await policies.assigned(policy_id, target, toOffsetLimit(request.query));
        return {[list]: await present(ids), total_count: policy[`${target}count`]};
      },
    );

    api.post(
      path,
      {schema: {summary: `Add ${list} to a policy`, params: Params, body: Ids, response: {200: StatusOk}}},
      async (request) => {
        await require(request, WRITE);
        const {policy_id} = request.params;
        await policies.add(policy_id, target, request.body);
        await audits.recordRequest(request, `addToRetentionPolicy id=${policy_id} ${list}=${request.body}`);
        return STATUS_OK;
      },
    );

    api.delete(
      path,
      {
        schema: {
          summary: `Remove ${list} from a policy`,
          params: Params,
          body: Ids,
          response: {200: StatusOk},
        },
      },
      async (request) => {
        await require(request, WRITE);
        const {policy_id} = request.params;
        await policies.remove(policy_id, target, request.body);
        await audits.recordRequest(
          request,
          `removeFromRetentionPolicy id=${policy_id} ${list}=${request.body}`,
        );
        return STATUS_OK;
      },
    );

    api.get(
      `/users/:user_id/data_retention/${target}_policies`,
      {
        schema: {
          summary: `List the retention policies of a user's ${list}`,
          params: Type.Object({user_id: looseId()}),
          querystring: PagingQuery,
          response: {200: target === 'team' ? TeamPolicies : ChannelPolicies},
        },
      },
      async (request) => {
        const actor = actorOf(request);
        const userId = request.params.user_id === 'me' ? actor.userId : request.params.user_id;
        if (userId !== actor.userId) await permissions.require(actor, 'manage_system');
        const rows = await policies.ofUser(userId, target, toOffsetLimit(request.query));
        return {
          policies: rows.map(({id, postduration}) => ({[`${target}_id`]: id, post_duration: postduration})),
          total_count: rows[0]?.total ?? 0,
        } as never;
      },
    );
  }

  api.get(
    '/data_retention/waiting',
    {
      schema: {
        summary: 'Get what data retention is waiting for before it deletes',
        response: {200: WaitingFor},
      },
    },
    async (request) => {
      await require(request, READ);
      return dataRetention.waiting();
    },
  );

  api.get(
    '/data_retention/records',
    {
      schema: {
        summary: 'List the signed records of deletions, newest first',
        querystring: PagingQuery,
        response: {200: Type.Array(DeletionRecord)},
      },
    },
    async (request) => {
      await require(request, 'manage_system');
      const rows = await dataRetention.records.list(toOffsetLimit(request.query));
      return rows.map(({jobid, createat, posts, files}) => ({
        job_id: jobid,
        create_at: createat,
        posts,
        files,
      }));
    },
  );

  api.get(
    '/data_retention/records/:job_id',
    {
      schema: {
        summary: 'Download the signed record of what a job has deleted',
        params: JobId,
        response: {200: FileBytes, 206: FileBytes},
      },
    },
    async (request, reply) => {
      await require(request, 'manage_system');
      const {jobid, path} = await dataRetention.records.get(request.params.job_id);
      await audits.recordRequest(request, `downloadRetentionRecord job=${jobid}`);
      return sendStoredFile(request, reply, exportArchives, {
        path,
        mediaType: 'application/zip',
        name: path.split('/').at(-1)!,
        download: true,
        version: jobid,
        maxAge: 0,
      });
    },
  );

  api.post(
    '/data_retention/records/:job_id/verify',
    {
      schema: {
        summary: 'Verify the signed record of what a job has deleted',
        params: JobId,
        response: {200: Type.Object({faults: Type.Array(Type.String())})},
      },
    },
    async (request) => {
      await require(request, 'manage_system');
      return {faults: await dataRetention.records.verify(request.params.job_id)};
    },
  );
}

function presentPolicy(row: PolicyRow) {
  return {
    id: row.id,
    display_name: row.displayname,
    post_duration: row.postduration,
    team_count: row.teamcount,
    channel_count: row.channelcount,
  };
}
