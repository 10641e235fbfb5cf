import type { AgentClient } from './agent-client.ts';

async function accepted(client: AgentClient, object: string, values: Readonly<Record<string, string | number>>) {
  const { error } = await client.set(object, values);
  if (error.code !== 0) throw new Error(`${object} ${JSON.stringify(values)}: ${error.message}`);
}

/** Two values of different objects, as one configuration has them: "111 old" and "222 new" are whole. */
export async function putWhole(client: AgentClient, dot1dTpAgingTime: number, sysName: string): Promise<void> {
  await accepted(client, 'dot1dTp', { dot1dTpAgingTime });
  await accepted(client, 'system', { sysName });
}

/** What `putWhole` has put there, or a mixture. */
export async function readWhole(client: AgentClient): Promise<string> {
  const [bridge, name] = [Object(await client.read('dot1dTp')), Object(await client.read('system'))];
  return `${bridge.dot1dTpAgingTime} ${name.sysName}`;
}

/** Sends back a backup of the present configuration after `changed`; the switch waits for the word to restart with it. */
export async function prepareRestore(client: AgentClient, changed: () => Promise<void>): Promise<void> {
  await accepted(client, 'cfgTransferCtrl', { cfgDirection: 1 });
  const file = await (await client.get(`/iss/specific/cgi/config_backup?Gambit=${client.gambit}`)).blob();
  await changed();
  const { error } = await client.upload('config_restore', file, { cfgKeepAddress: '1' });
  if (error.code !== 0) throw new Error(error.message);
}

/** The word that a prepared restore waits for. */
export const confirmRestore = (client: AgentClient) => accepted(client, 'cfgTransferCtrl', { cfgConfirm: 1 });
