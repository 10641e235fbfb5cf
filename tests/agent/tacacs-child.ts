import { createTacacsServer } from './tacacs-server.ts';

/** A TACACS+ server with one accepted user; a parent is notified when it listens. */
const [key = '', name = '', password = '', privilege = '15'] = process.argv.slice(2);

createTacacsServer({ key, name, password, privilege: Number(privilege) }).listen(49, () => process.send?.('listening'));
