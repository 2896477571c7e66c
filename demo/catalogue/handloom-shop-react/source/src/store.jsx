import { createContext, useContext, useEffect, useMemo, useReducer, useState } from 'react';
import { billOf, cartReducer } from './cart.js';
import { findSaree } from './data/sarees.js';
import { toggle } from './filters.js';

const CART_KEY = 'reshmi-dor-cart';
const WISHES_KEY = 'reshmi-dor-wishlist';

/** Storage can be full, blocked or edited by hand; the shop must open all the same. */
export function readSaved(key, fallback = []) {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return Array.isArray(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the cart then lives until the tab is closed.
  }
}

const StoreContext = createContext(null);
export const useStore = () => useContext(StoreContext);

export function StoreProvider({ children }) {
  const [cart, dispatch] = useReducer(cartReducer, null, () => readSaved(CART_KEY));
  const [wishes, setWishes] = useState(() => readSaved(WISHES_KEY));

  useEffect(() => save(CART_KEY, cart), [cart]);
  useEffect(() => save(WISHES_KEY, wishes), [wishes]);

  // Another tab changed the cart or wishlist: follow it.
  useEffect(() => {
    const follow = (event) => {
      if (event.key === CART_KEY) dispatch({ type: 'replace', cart: readSaved(CART_KEY) });
      if (event.key === WISHES_KEY) setWishes(readSaved(WISHES_KEY));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const store = useMemo(() => ({
    cart, dispatch, wishes,
    bill: billOf(cart, findSaree),
    toggleWish: (id) => setWishes((list) => toggle(list, id)),
  }), [cart, wishes]);
  return <StoreContext value={store}>{children}</StoreContext>;
}
