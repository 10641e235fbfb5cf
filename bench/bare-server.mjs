// The bare HTTP library: what the agent's calls are held against. Answers every POST with the text given as argument.
import formbody from '@fastify/formbody';
import fastify from 'fastify';

const [answer = '{}'] = process.argv.slice(2);
const server = fastify();
await server.register(formbody);
server.post('/iss/specific/rpc.js', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
console.log(`Listening on ${await server.listen({ port: 0, host: '127.0.0.1' })}`);
