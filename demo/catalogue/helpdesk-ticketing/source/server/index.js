import { existsSync } from 'node:fs';
import express from 'express';
import { createApi } from './api.js';
import { seed } from './seed.js';
import { Store } from './store.js';

const port = Number(process.env.PORT ?? 3000);
const file = process.env.DATA_FILE ?? 'data/helpdesk.json';
const store = new Store(file);
if (store.isEmpty()) {
  seed(store);
  console.log(`Sample data written to ${file}`);
}

const app = express();
app.disable('x-powered-by');
app.use('/api', createApi(store));

if (process.argv.includes('--dev')) {
  // Vite runs inside this server, so the page and the API share one port and need no proxy.
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  app.use(vite.middlewares);
} else {
  if (!existsSync('dist/index.html')) {
    console.error('Run "npm run build" first, or use "npm run dev".');
    process.exit(1);
  }
  app.use(express.static('dist'));
}

app.listen(port, () => console.log(`Helpdesk is running at http://localhost:${port}`));
