import { runSearchServer } from '../search-server/run-search-server.js';

runSearchServer(process.env);
