// A tiny static file server for development. Any static host works as well.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const PORT = Number(process.env.PORT) || 8080;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

async function resolveFile(url) {
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  const file = normalize(join(ROOT, path.endsWith('/') ? `${path}index.html` : path));
  // Never leave the project folder, and serve only the file types listed above.
  if (!file.startsWith(ROOT) || file.includes(`${sep}.`)) return null;
  const type = TYPES[extname(file)];
  return type ? { body: await readFile(file), type } : null;
}

createServer(async (request, response) => {
  const found = await resolveFile(request.url).catch(() => null);
  if (!found) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  response
    .writeHead(200, { 'content-type': found.type, 'cache-control': 'no-cache' })
    .end(found.body);
}).listen(PORT, () => console.log(`Campus Attendance is at http://localhost:${PORT}`));
