import { Agent, request } from 'node:http';
import type { AgentClient } from './agent-client.ts';

/**
 * For tests: a call on a connection of its own, as a browser makes it that opens a new one; to the `host` of that header where one
 * is given.
 */
export function freshCall(from: AgentClient, method: string, params: object, host?: string): Promise<unknown> {
  const body = new URLSearchParams({ Gambit: from.gambit, RPC: JSON.stringify({ method, id: 0, params }) }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { cookie: from.cookie, ...type, ...(host !== undefined && { host }) };
  const options = { method: 'POST', agent: new Agent(), headers };
  return new Promise((resolve, reject) => {
    const call = request(`${from.origin}/iss/specific/rpc.js`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text) : response.statusCode));
    });
    call.on('error', reject).end(body);
  });
}
