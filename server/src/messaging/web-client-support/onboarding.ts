import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

const SystemSetting = Type.Object({name: Type.String(), value: Type.String()});

/** The tours that the official client gives administrators: they count as taken. */
export function registerOnboardingRoutes(api: HttpServer, {permissions}: {permissions: Permissions}): void {
  api.get(
    '/system/onboarding/complete',
    {
      schema: {
        summary: "Say whether the first administrator's tour is over: it is",
        response: {200: SystemSetting},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return {name: 'FirstAdminSetupComplete', value: 'true'};
    },
  );

  api.post(
    '/system/onboarding/complete',
    {schema: {summary: "End the first administrator's tour", response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return STATUS_OK;
    },
  );

  api.get(
    '/plugins/marketplace/first_admin_visit',
    {
      schema: {
        summary: 'Say whether an administrator has been shown the marketplace: yes',
        response: {200: SystemSetting},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return {name: 'FirstAdminVisitMarketplace', value: 'true'};
    },
  );

  api.post(
    '/plugins/marketplace/first_admin_visit',
    {schema: {summary: 'Note that an administrator has seen the marketplace', response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return STATUS_OK;
    },
  );

  api.get(
    '/upgrade_to_enterprise/status',
    {
      schema: {
        summary: 'Say how far an upgrade to another edition is: there is no other',
        response: {200: Type.Object({percentage: Type.Integer(), error: Type.String()})},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return {percentage: 0, error: ''};
    },
  );

  api.post(
    '/permissions/ancillary',
    {
      schema: {
        summary: 'List the permissions that come with others: none do',
        body: Type.Array(Type.String()),
        response: {200: Type.Array(Type.String())},
      },
    },
    async () => [],
  );
}
