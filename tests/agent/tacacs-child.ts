import { createTacacsServer } from './tacacs-server.ts';

/** A TACACS+ server that lets one user in; a parent is told when it listens. */
const [key = '', name = '', password = '', privilege = '15'] = process.argv.slice(2);

createTacacsServer({ key, name, password, privilege: Number(privilege) }).listen(49, () => process.send?.('listening'));
