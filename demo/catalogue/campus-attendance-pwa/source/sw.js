// Offline support: the whole app shell is stored on first visit and then
// always answered from the cache. Raise VERSION whenever a file changes.
const VERSION = 'v1';
const CACHE = `campus-attendance-${VERSION}`;

const SHELL = [
  './',
  'index.html',
  'manifest.webmanifest',
  'css/app.css',
  'icons/icon.svg',
  'icons/icon-512.png',
  'js/app.js',
  'js/attendance.js',
  'js/csv.js',
  'js/dates.js',
  'js/db.js',
  'js/dom.js',
  'js/sample.js',
  'js/store.js',
  'js/views/class.js',
  'js/views/classes.js',
  'js/views/mark.js',
  'js/views/settings.js',
  'js/views/shortage.js',
  'js/views/student.js',
];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      // "reload" skips the browser's own HTTP cache, so a new version is really new.
      cache.addAll(SHELL.map((url) => new Request(url, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) {
      if (key.startsWith('campus-attendance-') && key !== CACHE) await caches.delete(key);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;

  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const key = request.mode === 'navigate' ? 'index.html' : request;
    return (await cache.match(key)) ?? fetch(request);
  })());
});

// The page sends this when the user accepts an update.
self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') self.skipWaiting();
});
