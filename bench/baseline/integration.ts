// An integration that answers everything at once. Listens on PORT.

import {createServer} from 'node:http';

const answer = JSON.stringify({text: ''});
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, {'content-type': 'application/json'}).end(answer);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => server.closeAllConnections());
process.on('SIGTERM', () => server.close());
