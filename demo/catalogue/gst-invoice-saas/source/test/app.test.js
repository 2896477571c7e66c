import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createApp } from '../src/app.js';
import { Store } from '../src/lib/store.js';
import { createAccount } from '../src/routes/auth.js';

const store = new Store();
const server = createServer(createApp({ store }));
let base;

before(async () => {
  createAccount(store, { business: 'First', name: 'Asha', email: 'asha@example.com', stateCode: '08', password: 'password-1' });
  createAccount(store, { business: 'Second', name: 'Bala', email: 'bala@example.com', stateCode: '33', password: 'password-2' });
  await new Promise((resolve) => server.listen(0, resolve));
  base = `http://localhost:${server.address().port}`;
});
after(() => server.close());

const send = (path, { cookie = '', body } = {}) => fetch(base + path, {
  method: body ? 'POST' : 'GET', redirect: 'manual', headers: { cookie }, body: body && new URLSearchParams(body),
});

async function signIn(email, password) {
  const response = await send('/login', { body: { email, password } });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = store.data.sessions.at(-1)?.csrf;
  return { status: response.status, cookie, csrf };
}

const invoiceFields = (customerId, csrf) => ({
  csrf, customerId, date: '2026-06-10', dueDate: '2026-06-25', notes: '', description: 'Quilt', hsn: '9404', unit: 'Nos', qty: '2', price: '999.99', discount: '0', taxBps: '500',
});

test('pages need a sign-in and a wrong password is refused', async () => {
  assert.equal((await send('/')).headers.get('location'), '/login');
  assert.equal((await signIn('asha@example.com', 'nope')).status, 401);
});

test('a form without the CSRF token is refused', async () => {
  const { cookie } = await signIn('asha@example.com', 'password-1');
  assert.equal((await send('/items/new', { cookie, body: { name: 'x' } })).status, 403);
});

test('draft, issue, pay: numbers run without gaps and issued invoices are frozen', async () => {
  const { cookie, csrf } = await signIn('asha@example.com', 'password-1');
  await send('/customers/new', { cookie, body: { csrf, name: 'Ravi', city: 'Pune', stateCode: '27', gstin: '' } });
  const customer = store.data.customers[0];

  for (const serial of ['0001', '0002']) {
    await send('/invoices/new', { cookie, body: invoiceFields(customer.id, csrf) });
    const invoice = store.data.invoices.at(-1);
    assert.equal(invoice.totals.igst, 10000);
    await send(`/invoices/${invoice.id}/issue`, { cookie, body: { csrf } });
    assert.equal(invoice.number, `INV/26-27/${serial}`);
  }
  const invoice = store.data.invoices[0];
  await send(`/invoices/${invoice.id}/edit`, { cookie, body: { ...invoiceFields(customer.id, csrf), price: '1' } });
  assert.equal(invoice.totals.grandTotal, 210000);

  const payment = { csrf, date: '2026-06-12', method: 'UPI', reference: '' };
  assert.equal((await send(`/invoices/${invoice.id}/payments`, { cookie, body: { ...payment, amount: '2100.01' } })).status, 422);
  await send(`/invoices/${invoice.id}/payments`, { cookie, body: { ...payment, amount: '2100' } });
  assert.match(await (await send(`/invoices/${invoice.id}`, { cookie })).text(), /badge paid/);

  const csv = await (await send('/gst-summary.csv?month=2026-06', { cookie })).text();
  assert.match(csv, /INV\/26-27\/0001,2026-06-10,Ravi,,B2C,27-Maharashtra,5,1999\.98,0\.00,0\.00,100\.00,2100\.00/);
});

test('one business never sees the records of another', async () => {
  const { cookie } = await signIn('bala@example.com', 'password-2');
  const { id } = store.data.invoices[0];
  assert.equal((await send(`/invoices/${id}`, { cookie })).status, 404);
  assert.doesNotMatch(await (await send('/customers', { cookie })).text(), /Ravi/);
});

test('values typed by users are escaped', async () => {
  const { cookie, csrf } = await signIn('asha@example.com', 'password-1');
  await send('/items/new', { cookie, body: { csrf, name: '<script>alert(1)</script>', hsn: '9404', unit: 'Nos', price: '1', taxBps: '0' } });
  assert.match(await (await send('/items', { cookie })).text(), /&lt;script&gt;/);
});
