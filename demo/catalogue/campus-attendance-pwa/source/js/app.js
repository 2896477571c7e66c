// Boot, routing and the service worker.
import { h, toast } from './dom.js';
import { classView } from './views/class.js';
import { classesView } from './views/classes.js';
import { markView } from './views/mark.js';
import { settingsView } from './views/settings.js';
import { shortageView } from './views/shortage.js';
import { studentView } from './views/student.js';

const ROUTES = [
  { path: /^\/$/, view: classesView, tab: 'classes' },
  { path: /^\/class\/([\w-]+)$/, view: classView, tab: 'classes' },
  { path: /^\/class\/([\w-]+)\/mark(?:\/([\w-]+))?$/, view: markView, tab: null },
  { path: /^\/class\/([\w-]+)\/student\/([\w-]+)$/, view: studentView, tab: 'classes' },
  { path: /^\/shortage$/, view: shortageView, tab: 'shortage' },
  { path: /^\/settings$/, view: settingsView, tab: 'settings' },
];

const screen = document.getElementById('screen');
let rendering = 0;

async function render({ keepScroll = false } = {}) {
  const path = location.hash.slice(1) || '/';
  const route = ROUTES.find((candidate) => candidate.path.test(path)) ?? ROUTES[0];
  const params = (route.path.exec(path) ?? []).slice(1);
  const turn = ++rendering;

  let content;
  try {
    content = await route.view({ params, refresh: () => render({ keepScroll: true }) });
  } catch (error) {
    console.error(error);
    content = h('div', { class: 'empty' }, h('h2', {}, 'Could not open this page'), h('p', {}, error.message),
      h('a', { class: 'button primary', href: '#/' }, 'All classes'));
  }
  if (turn !== rendering) return; // the user has already moved on

  screen.replaceChildren(...[content].flat());
  document.body.classList.toggle('no-tabs', route.tab === null);
  for (const tab of document.querySelectorAll('.tabs a')) {
    if (tab.dataset.tab === route.tab) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  }
  if (!keepScroll) {
    window.scrollTo(0, 0);
    screen.focus({ preventScroll: true });
  }
}

async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('sw.js');
  const offerUpdate = () => toast('A new version is ready.', {
    label: 'Reload', sticky: true, run: () => registration.waiting?.postMessage('skip-waiting'),
  });

  const isUpdate = Boolean(navigator.serviceWorker.controller);
  if (registration.waiting && isUpdate) offerUpdate();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', ({ target }) => {
      if (target.state === 'installed' && navigator.serviceWorker.controller) offerUpdate();
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdate) location.reload();
  });
}

window.addEventListener('hashchange', () => render());
window.addEventListener('offline', () => toast('You are offline. Everything still works and is saved on this device.'));
render();
registerServiceWorker().catch((error) => console.warn('Offline mode is not available:', error));
