import { createServer } from 'node:http';
import { createApp } from './src/app.js';
import { Store } from './src/lib/store.js';

const port = Number(process.env.PORT ?? 3000);
const store = new Store(process.env.DATA_FILE ?? 'data/db.json');

const server = createServer(createApp({ store }));
server.listen(port, () => console.log(`GST Invoice Maker is running at http://localhost:${port}`));
