import { useSyncExternalStore } from 'react';

const watch = (notify) => {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
};

/** The address lives after the "#", so the shop works on any static host without server rules. */
export function useRoute() {
  const hash = useSyncExternalStore(watch, () => window.location.hash);
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  return { path: path || '/', query: Object.fromEntries(new URLSearchParams(query)) };
}

export const linkTo = (path, query = {}) => {
  const text = new URLSearchParams(query).toString();
  return `#${path}${text && `?${text}`}`;
};

export const go = (path, query) => { window.location.hash = linkTo(path, query); };
