import type {FastifyRequest} from 'fastify';
import Type, {type Static} from 'typebox';
import Value from 'typebox/value';
import {forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {Id, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {type Emoji, presentEmoji} from './emoji.ts';
import {CustomEmoji, EmojiSearch, MAX_EMOJI_NAME, NewEmoji} from './schema.ts';

const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Custom emoji: `/emoji`. */
export function registerEmojiRoutes(
  api: HttpServer,
  {
    emoji,
    permissions,
    audits,
    fileStore,
  }: {emoji: Emoji; permissions: Permissions; audits: Audits; fileStore: FileStore},
): void {
  const EmojiId = Type.Object({emoji_id: Id});
  const Found = {200: Type.Array(CustomEmoji)};

  api.post(
    '/emoji',
    {
      schema: {
        summary: 'Add a custom emoji',
        description:
          'A multipart form with the file `image` and the field `emoji`, a JSON object with the name.',
        response: {200: CustomEmoji},
      },
    },
    async (request) => {
      emoji.requireEnabled();
      const actor = actorOf(request);
      await permissions.require(actor, 'create_emojis');
      const {name, creator_id = actor.userId, image} = await readForm(request);
      if (creator_id !== actor.userId) throw forbidden(`creator_id=${creator_id} is not the caller`);
      return presentEmoji(await emoji.create({name, creatorId: actor.userId, image}));
    },
  );

  async function readForm(request: FastifyRequest): Promise<Static<typeof NewEmoji> & {image: Buffer}> {
    let image: Buffer | undefined;
    let sent: unknown;
    for await (const part of formParts(request)) {
      if (part.kind === 'file') {
        if (image) throw invalidBodyParam('image', 'Send one image.');
        image = await emoji.readImage(part.content);
      } else if (part.name === 'emoji') sent = parseJson(part.value);
    }
    if (!Value.Check(NewEmoji, sent))
      throw invalidBodyParam('emoji', {explanation: 'Send {"name": …} as JSON.'});
    if (!image) throw invalidBodyParam('image', 'The form has no image.');
    return {...sent, image};
  }

  api.get(
    '/emoji',
    {
      schema: {
        summary: 'List custom emoji',
        querystring: Type.Object({
          ...PagingQuery.properties,
          sort: Type.Optional(
            Type.Enum(['', 'name'], {description: '`name` sorts by name; otherwise by age.'}),
          ),
        }),
        response: Found,
      },
    },
    async (request) => {
      emoji.requireEnabled();
      const page = toOffsetLimit(request.query);
      return (await emoji.list(page, {byName: request.query.sort === 'name'})).map(presentEmoji);
    },
  );

  api.get(
    '/emoji/:emoji_id',
    {schema: {summary: 'Get a custom emoji', params: EmojiId, response: {200: CustomEmoji}}},
    async (request) => {
      emoji.requireEnabled();
      return presentEmoji(await emoji.byId(request.params.emoji_id));
    },
  );

  api.get(
    '/emoji/name/:emoji_name',
    {
      schema: {
        summary: 'Get a custom emoji by its name',
        params: Type.Object({emoji_name: Type.String({minLength: 1, maxLength: MAX_EMOJI_NAME})}),
        response: {200: CustomEmoji},
      },
    },
    async (request) => {
      emoji.requireEnabled();
      return presentEmoji(await emoji.byName(request.params.emoji_name));
    },
  );

  api.post(
    '/emoji/names',
    {
      schema: {
        summary: 'Get custom emoji by their names',
        body: Type.Array(word(), {maxItems: 200}),
        response: Found,
      },
    },
    async (request) => {
      emoji.requireEnabled();
      return (await emoji.byNames(request.body)).map(presentEmoji);
    },
  );

  api.post(
    '/emoji/search',
    {schema: {summary: 'Search custom emoji', body: EmojiSearch, response: Found}},
    async (request) => {
      emoji.requireEnabled();
      const {term, prefix_only} = request.body;
      return (await emoji.search(term, {prefixOnly: prefix_only})).map(presentEmoji);
    },
  );

  api.get(
    '/emoji/autocomplete',
    {
      schema: {
        summary: 'Autocomplete the name of a custom emoji',
        querystring: Type.Object({name: Type.String({minLength: 1, maxLength: MAX_EMOJI_NAME})}),
        response: Found,
      },
    },
    async (request) => {
      emoji.requireEnabled();
      return (await emoji.autocomplete(request.query.name)).map(presentEmoji);
    },
  );

  api.get(
    '/emoji/:emoji_id/image',
    {schema: {summary: 'Get the image of a custom emoji', params: EmojiId, response: {200: FileBytes}}},
    async (request, reply) => {
      emoji.requireEnabled();
      const {emoji_id} = request.params;
      const {path, mediaType} = await emoji.image(emoji_id);
      return sendStoredFile(request, reply, fileStore, {
        path,
        mediaType,
        name: emoji_id,
        version: emoji_id,
        maxAge: MONTH_SECONDS,
      });
    },
  );

  api.delete(
    '/emoji/:emoji_id',
    {schema: {summary: 'Delete a custom emoji', params: EmojiId, response: {200: StatusOk}}},
    async (request) => {
      const actor = actorOf(request);
      const found = await emoji.byId(request.params.emoji_id);
      await permissions.require(actor, 'delete_emojis');
      const isOthers = found.creatorid !== actor.userId;
      if (isOthers) await permissions.require(actor, 'delete_others_emojis');
      await emoji.delete(found);
      if (isOthers) await audits.recordRequest(request, `name=${found.name}`);
      return STATUS_OK;
    },
  );
}

/** Images of built-in emoji, at the paths that official clients use: `/static/emoji/1f600.png`. */
export function registerEmojiPictureRoute(app: HttpServer, {emoji}: {emoji: Emoji}): void {
  app.get(
    '/static/emoji/:picture',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the image of a built-in emoji',
        params: Type.Object({picture: Type.String({maxLength: 100})}),
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      const image = await emoji.systemImage(request.params.picture.replace(/\.png$/, ''));
      reply.header('Cache-Control', `public, max-age=${MONTH_SECONDS}`);
      return reply.type('image/png').send(image);
    },
  );
}
