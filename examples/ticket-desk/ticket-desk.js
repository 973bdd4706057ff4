// A ticket desk without dependencies. /ticket opens a dialog, its submission creates a message with buttons and a menu,
// and a button opens a second dialog. The two dialogs use every type of element. docs/dialogs.md explains it step by
// step.

import {createServer} from 'node:http';

/**
 * Starts the ticket desk on 127.0.0.1.
 *
 * @param {object} options
 * @param {string} options.patchbay URL of the server, such as http://localhost:8065
 * @param {number} [options.port] 0 for any free port
 * @param {string} [options.token] the command's token; requests without it are rejected
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function startTicketDesk({patchbay, port = 0, token = ''}) {
  /** Tickets by id. The id is the state of the ticket's dialog. */
  const tickets = new Map();
  let lastTicket = 0;
  let url = '';

  async function call(address, body) {
    const response = await fetch(address, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${new URL(address).pathname}: ${response.status} ${await response.text()}`);
  }

  // Trigger ids expire within seconds, so open the dialog first.
  const openDialog = (triggerId, path, dialog) =>
    call(`${patchbay}/api/v4/actions/dialogs/open`, {trigger_id: triggerId, url: url + path, dialog});

  const routes = {
    /** Handles the slash command, which arrives as a form. */
    async '/command'(body) {
      const form = new URLSearchParams(body);
      if (token !== '' && form.get('token') !== token) return {text: 'The token is not valid for this desk.'};
      const id = String(++lastTicket);
      tickets.set(id, {responseUrl: form.get('response_url')});
      await openDialog(form.get('trigger_id'), '/submit', {...ticketDialog(form.get('text')), state: id});
      return {};
    },

    /** Handles the submission of the first dialog. */
    async '/submit'(body) {
      const {state, submission, cancelled} = JSON.parse(body);
      const ticket = tickets.get(state);
      if (!ticket) return {error: 'The desk was restarted. Please start again.'};
      if (cancelled) {
        await call(ticket.responseUrl, {text: `Ticket ${state} was not filed.`});
        return {};
      }
      // Errors appear under their fields, and the dialog stays open.
      if (submission.details.length < 10) return {errors: {details: 'Enter at least 10 characters.'}};
      Object.assign(ticket, submission);
      await call(ticket.responseUrl, {
        text: `Ticket ${state} was filed. Thank you!`,
        extra_responses: [
          {response_type: 'in_channel', text: '', attachments: [ticketAttachment(url, state, ticket)]},
        ],
      });
      return {};
    },

    /** Handles the buttons and the menu of a ticket. */
    async '/action'(body) {
      const {user_name, trigger_id, context} = JSON.parse(body);
      const ticket = tickets.get(context.ticket);
      if (!ticket) return {ephemeral_text: 'The desk was restarted and no longer has this ticket.'};
      if (context.do === 'plan') {
        await openDialog(trigger_id, '/plan', {...planDialog, state: context.ticket});
        return {};
      }
      if (context.do === 'urgency') ticket.urgency = context.selected_option;
      if (context.do === 'close') ticket.closedBy = user_name;
      return {
        update: {message: '', props: {attachments: [ticketAttachment(url, context.ticket, ticket)]}},
        ephemeral_text: context.do === 'close' ? 'Closed.' : `The urgency is now ${ticket.urgency}.`,
      };
    },

    /** Handles the submission of the second dialog. */
    async '/plan'(body) {
      const {state, submission} = JSON.parse(body);
      Object.assign(tickets.get(state) ?? {}, submission);
      return {};
    },
  };

  const server = createServer(async (request, response) => {
    try {
      let body = '';
      for await (const chunk of request) body += chunk;
      const route = routes[request.url];
      if (!route) return void response.writeHead(404).end();
      const result = JSON.stringify(await route(body));
      response.writeHead(200, {'content-type': 'application/json'}).end(result);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ticketDialog(title) {
  return {
    callback_id: 'ticket',
    title: 'New ticket',
    introduction_text: 'Someone will look at it **today**.',
    submit_label: 'File',
    notify_on_cancel: true,
    elements: [
      {display_name: 'Title', name: 'title', type: 'text', default: title, max_length: 80},
      {display_name: 'Details', name: 'details', type: 'textarea', help_text: 'What happened, and when?'},
      {
        display_name: 'Urgency',
        name: 'urgency',
        type: 'select',
        default: 'normal',
        options: [
          {text: 'Normal', value: 'normal'},
          {text: 'Urgent', value: 'urgent'},
        ],
      },
      {display_name: 'For', name: 'assignee', type: 'select', data_source: 'users', optional: true},
      {
        display_name: 'Private',
        name: 'private',
        type: 'bool',
        placeholder: 'Keep my name out of it',
        optional: true,
      },
    ],
  };
}

const planDialog = {
  callback_id: 'plan',
  title: 'Plan the work',
  submit_label: 'Plan',
  elements: [
    {display_name: 'Hours', name: 'hours', type: 'text', subtype: 'number'},
    {display_name: 'Notify', name: 'channel', type: 'select', data_source: 'channels', optional: true},
    {
      display_name: 'When',
      name: 'when',
      type: 'radio',
      options: [
        {text: 'Today', value: 'today'},
        {text: 'This week', value: 'week'},
      ],
    },
    {display_name: 'Link', name: 'link', type: 'text', subtype: 'url', optional: true},
  ],
};

/** The message of a ticket with its actions. Clients never receive the context. */
function ticketAttachment(url, id, {title, details, urgency, closedBy}) {
  const integration = (what) => ({url: `${url}/action`, context: {do: what, ticket: id}});
  return {
    color: closedBy ? 'good' : urgency === 'urgent' ? 'danger' : 'warning',
    title: `${id}: ${title}`,
    text: details,
    footer: closedBy ? `Closed by ${closedBy}` : urgency,
    actions: closedBy
      ? []
      : [
          {id: 'close', name: 'Close', style: 'primary', integration: integration('close')},
          {id: 'plan', name: 'Plan …', integration: integration('plan')},
          {
            id: 'urgency',
            name: 'Urgency',
            type: 'select',
            options: [
              {text: 'Normal', value: 'normal'},
              {text: 'Urgent', value: 'urgent'},
            ],
            integration: integration('urgency'),
          },
        ],
  };
}

if (process.argv[1] === import.meta.filename) {
  const {PATCHBAY = 'http://localhost:8065', PORT = '8070', COMMAND_TOKEN = ''} = process.env;
  const {url} = await startTicketDesk({patchbay: PATCHBAY, port: Number(PORT), token: COMMAND_TOKEN});
  console.log(`The ticket desk is at ${url}. Its slash command calls ${url}/command`);
}
