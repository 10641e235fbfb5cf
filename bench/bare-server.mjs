// The bare HTTP library: what the agent's calls are held against. Reads the form of every POST, and answers with the text
// given as argument.
import { createServer } from 'node:http';

const [answer = '{}'] = process.argv.slice(2);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    response.writeHead(new URLSearchParams(body).has('RPC') ? 200 : 400, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
