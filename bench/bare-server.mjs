// The bare HTTP library: what the agent's calls are held against. Reads the form of every POST, and answers with the text
// given as argument.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const [answer = '{}'] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };
  response.writeHead(form.has('RPC') ? 200 : 400, headers).end(answer);
});
server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
