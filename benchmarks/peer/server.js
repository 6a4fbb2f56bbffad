'use strict';
// node server.js PORT DATABASE_URL: the peer as its makers recommend it, every state stored in PostgreSQL.
process.env.NODE_ENV = 'production'; // else every action is logged and G is checked for serializability
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { makeGame } = require('./game');

const [port, database] = process.argv.slice(2);
// Sequelize prints every statement unless told otherwise.
const db = new PostgresStore(database, { logging: false, pool: { max: 5 } });
Server({ games: [makeGame()], db, origins: ['*'] }).run({ port: Number(port) });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
