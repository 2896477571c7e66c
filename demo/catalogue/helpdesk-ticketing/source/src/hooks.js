import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** Who is signed in, everyone's names and the ticket categories. */
export const DeskContext = createContext(null);
export const useDesk = () => useContext(DeskContext);

const watchHash = (notify) => {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
};

/** The address lives in the hash, for example "#/tickets?status=active&priority=high". */
export function useRoute() {
  const hash = useSyncExternalStore(watchHash, () => window.location.hash);
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  return { path: path || '/', query: Object.fromEntries(new URLSearchParams(query)) };
}

export function linkTo(path, query = {}) {
  const filled = Object.entries(query).filter(([, value]) => value);
  return `#${path}${filled.length ? `?${new URLSearchParams(filled)}` : ''}`;
}

export const go = (path, query) => { window.location.hash = linkTo(path, query); };

/** Loads data, keeps the old data on screen while reloading and can refresh on a timer. */
export function useLoad(load, key, refreshMs) {
  const [state, setState] = useState({ data: null, error: null });
  // `load` is new on every render; `key` says when the request is really a different one.
  const run = useCallback(load, [key]);

  const reload = useCallback(() => {
    let current = true;
    run().then(
      (data) => current && setState({ data, error: null }),
      (error) => current && setState((before) => ({ ...before, error })),
    );
    return () => { current = false; };
  }, [run]);

  useEffect(() => reload(), [reload]);
  useEffect(() => {
    if (!refreshMs) return undefined;
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [reload, refreshMs]);

  return { ...state, reload, setData: (data) => setState({ data, error: null }) };
}

/** The current time, moving on every second. All clocks on the page share one timer. */
const listeners = new Set();
let now = Date.now();
let timer = null;
const watchClock = (notify) => {
  listeners.add(notify);
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((listener) => listener());
  }, 1000);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = null;
    }
  };
};
export const useNow = () => useSyncExternalStore(watchClock, () => now);
