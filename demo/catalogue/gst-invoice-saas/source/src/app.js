import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { timingSafeEqual } from 'node:crypto';
import { findSession } from './lib/auth.js';
import { Router } from './lib/router.js';
import { authRoutes } from './routes/auth.js';
import { customerRoutes } from './routes/customers.js';
import { dashboardRoutes } from './routes/dashboard.js';
import { invoiceRoutes } from './routes/invoices.js';
import { itemRoutes } from './routes/items.js';
import { settingsRoutes } from './routes/settings.js';
import { errorPage, page } from './views/layout.js';

const MAX_BODY = 256 * 1024;
const TYPES = { '.css': 'text/css', '.js': 'text/javascript', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };
// The tax modules are plain JavaScript, so the invoice form uses the very same files in the browser.
const STATIC = { '/public/': new URL('../public/', import.meta.url), '/gst/': new URL('./gst/', import.meta.url) };

const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function readForm(req) {
  let body = '';
  for await (const chunk of req.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_BODY) throw new HttpError(413, 'The form is too large.');
  }
  return new URLSearchParams(body);
}

async function sendStatic(res, path) {
  const prefix = Object.keys(STATIC).find((candidate) => path.startsWith(candidate));
  if (!prefix || path.includes('..') || !TYPES[extname(path)]) throw new HttpError(404, 'File not found.');
  const content = await readFile(new URL(path.slice(prefix.length), STATIC[prefix])).catch(() => null);
  if (!content) throw new HttpError(404, 'File not found.');
  res.writeHead(200, { 'Content-Type': TYPES[extname(path)], 'Cache-Control': 'public, max-age=300' }).end(content);
}

function sameToken(given, expected) {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Everything a route handler needs: who is asking, what was sent and how to answer. */
function createContext({ req, res, url, store, session, params, form }) {
  const user = session && store.find('users', (candidate) => candidate.id === session.userId);
  const context = {
    store, session, user, params, form, query: url.searchParams,
    repo: user && store.forAccount(user.accountId),
    render(title, body, { status = 200 } = {}) {
      const flash = session?.flash;
      if (flash) store.update('sessions', session.id, { flash: null });
      const content = page({ title, body, flash, user, path: url.pathname, account: context.repo?.account(), csrf: session?.csrf });
      res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(String(content));
    },
    redirect(location, flash) {
      if (flash && session) store.update('sessions', session.id, { flash });
      res.writeHead(303, { Location: location }).end();
    },
    cookie(value) { res.setHeader('Set-Cookie', value); },
    download(name, type, content) {
      res.writeHead(200, { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` }).end(content);
    },
    find(collection) {
      const record = context.repo.get(collection, params.id);
      if (!record) throw new HttpError(404, 'We could not find that record.');
      return record;
    },
  };
  return context;
}

export function createApp({ store }) {
  const router = new Router();
  for (const register of [authRoutes, dashboardRoutes, customerRoutes, itemRoutes, invoiceRoutes, settingsRoutes]) {
    register(router);
  }

  async function handle(req, res) {
    const url = new URL(req.url, 'http://localhost');
    if (req.method === 'GET' && /^\/(public|gst)\//.test(url.pathname)) return sendStatic(res, url.pathname);

    const route = router.match(req.method, url.pathname);
    if (!route) throw new HttpError(404, 'There is no page at this address.');

    const token = /(?:^|;\s*)session=([0-9a-f]+)/.exec(req.headers.cookie ?? '')?.[1];
    const session = findSession(store, token);
    if (!route.open && !session) return res.writeHead(303, { Location: '/login' }).end();

    let form = null;
    if (req.method === 'POST') {
      const origin = req.headers.origin;
      if (origin && new URL(origin).host !== req.headers.host) throw new HttpError(403, 'This form came from another site.');
      form = await readForm(req);
      if (!route.open && !sameToken(form.get('csrf'), session.csrf)) throw new HttpError(403, 'This form has expired. Please reload the page and try again.');
    }
    return route.handler(createContext({ req, res, url, store, session, params: route.params, form }));
  }

  return async (req, res) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
    try {
      await handle(req, res);
    } catch (error) {
      const status = error instanceof HttpError ? error.status : 500;
      if (status === 500) console.error(error);
      if (res.headersSent) return res.end();
      const message = status === 500 ? 'Something went wrong on our side.' : error.message;
      res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(String(errorPage(status, message)));
    }
  };
}
