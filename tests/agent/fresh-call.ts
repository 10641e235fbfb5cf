import { Agent, request } from 'node:http';
import type { AgentClient } from './agent-client.ts';

/** For tests: a call on a connection of its own, as a browser makes it that opens a new one. */
export function freshCall(from: AgentClient, method: string, params: object): Promise<unknown> {
  const body = new URLSearchParams({ Gambit: from.gambit, RPC: JSON.stringify({ method, id: 0, params }) }).toString();
  const headers = { cookie: from.cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const options = { method: 'POST', agent: new Agent(), headers };
  return new Promise((resolve, reject) => {
    const call = request(`${from.origin}/iss/specific/rpc.js`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    call.on('error', reject).end(body);
  });
}
