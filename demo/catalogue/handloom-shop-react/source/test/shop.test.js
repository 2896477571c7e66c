import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billOf, cartReducer } from '../src/cart.js';
import { SAREES, findSaree } from '../src/data/sarees.js';
import { WEAVES } from '../src/data/weaves.js';
import { applyFilters, countsFor, readFilters, writeFilters } from '../src/filters.js';

const cotton = findSaree('charcoal-ilkal');
const rare = findSaree('vermilion-patola');
const cartOf = (...actions) => actions.reduce(cartReducer, []);

test('adding twice raises the quantity, but never above the stock', () => {
  assert.equal(cartOf({ type: 'add', saree: cotton }, { type: 'add', saree: cotton })[0].quantity, 2);
  assert.equal(cartOf({ type: 'add', saree: rare }, { type: 'add', saree: rare })[0].quantity, 1);
});

test('quantity zero removes the line', () => {
  assert.deepEqual(cartOf({ type: 'add', saree: cotton }, { type: 'quantity', saree: cotton, quantity: 0 }), []);
});

test('finishing and delivery are added to the bill', () => {
  const cart = cartOf({ type: 'add', saree: cotton }, { type: 'finishing', id: cotton.id, value: true });
  assert.deepEqual({ ...billOf(cart, findSaree), lines: undefined }, { lines: undefined, count: 1, subtotal: 2700, shipping: 150, total: 2850 });
  assert.equal(billOf(cartOf({ type: 'add', saree: rare }), findSaree).shipping, 0);
});

test('a saree that is no longer sold does not break the bill', () => {
  assert.equal(billOf([{ id: 'gone', quantity: 2 }], findSaree).total, 0);
});

test('filters survive the trip through the address', () => {
  const query = { weave: 'banarasi,patola', max: '20000', sort: 'low' };
  assert.deepEqual(writeFilters(readFilters(query)), query);
});

test('filters combine, and sorting works', () => {
  const found = applyFilters(SAREES, readFilters({ fabric: 'Silk', occasion: 'Wedding', max: '17000', sort: 'low' }));
  assert.ok(found.length > 1);
  assert.ok(found.every((saree) => saree.fabric === 'Silk' && saree.occasions.includes('Wedding') && saree.price <= 17000));
  assert.deepEqual(found.map((saree) => saree.price), found.map((saree) => saree.price).toSorted((a, b) => a - b));
});

test('counts beside a filter ignore that filter itself', () => {
  const counts = countsFor(SAREES, readFilters({ weave: 'patola' }), 'weave', (saree) => [saree.weave]);
  assert.equal(counts.get('banarasi'), 2);
});

test('every weave has at least one saree and every saree a known weave', () => {
  for (const weave of Object.keys(WEAVES)) assert.ok(SAREES.some((saree) => saree.weave === weave), weave);
  for (const saree of SAREES) assert.ok(WEAVES[saree.weave], saree.id);
});
