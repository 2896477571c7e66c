import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import express from 'express';
import { createApi } from '../server/api.js';
import { seed } from '../server/seed.js';
import { Store } from '../server/store.js';

const store = new Store();
let server;
let base;

before(async () => {
  seed(store);
  const app = express().use('/api', createApi(store));
  await new Promise((resolve) => { server = app.listen(0, resolve); });
  base = `http://localhost:${server.address().port}/api`;
});
after(() => server.close());

async function as(name) {
  let cookie = '';
  const call = async (method, path, body) => {
    const response = await fetch(base + path, { method, headers: { cookie, 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, body: await response.json() };
  };
  if (name) await call('POST', '/session', { email: `${name}@konkanfoods.example`, password: 'helpdesk1' });
  return call;
}

const ISSUE = { title: 'Mouse is broken', body: 'Left button does not click.', category: 'Hardware', priority: 'low' };

test('strangers get nothing and wrong passwords are refused', async () => {
  const call = await as();
  assert.equal((await call('GET', '/tickets')).status, 401);
  assert.equal((await call('POST', '/session', { email: 'rohit@konkanfoods.example', password: 'wrong' })).status, 401);
});

test('requesters see only their own tickets and never an internal note', async () => {
  const call = await as('gurpreet');
  const { tickets } = (await call('GET', '/tickets')).body;
  assert.ok(tickets.length > 0 && tickets.every((ticket) => ticket.requesterId === 'gurpreet'));
  const urgent = tickets.find((ticket) => ticket.priority === 'urgent' && ticket.status === 'in_progress');
  const { events } = (await call('GET', `/tickets/${urgent.number}`)).body;
  assert.ok(events.every((event) => event.type !== 'note'));
  const other = store.data.tickets.find((ticket) => ticket.requesterId === 'sneha');
  assert.equal((await call('GET', `/tickets/${other.number}`)).status, 404);
  assert.equal((await call('GET', '/summary')).status, 403);
});

test('a ticket from start to finish', async () => {
  const requester = await as('pooja');
  const agent = await as('rohit');
  const { number } = (await requester('POST', '/tickets', ISSUE)).body;
  const path = `/tickets/${number}`;

  await agent('PATCH', path, { assigneeId: 'rohit', status: 'in_progress' });
  await agent('POST', `${path}/comments`, { text: 'Spare mouse kept aside', internal: true });
  assert.equal((await agent('GET', path)).body.firstResponseAt, null);
  await agent('POST', `${path}/comments`, { text: 'Which floor do you sit on?' });
  assert.ok((await agent('GET', path)).body.firstResponseAt);

  await agent('PATCH', path, { status: 'waiting' });
  assert.equal((await agent('GET', path)).body.sla.resolve.state, 'paused');
  const answered = (await requester('POST', `${path}/comments`, { text: 'Second floor', internal: true })).body;
  assert.equal(answered.status, 'in_progress');
  assert.equal(answered.events.at(-2).type, 'comment');

  await agent('PATCH', path, { status: 'resolved' });
  assert.equal((await requester('PATCH', path, { status: 'closed' })).body.sla.resolve.state, 'met');
});

test('requesters cannot change priority and agents cannot change the policy', async () => {
  const requester = await as('pooja');
  const { number } = (await requester('POST', '/tickets', ISSUE)).body;
  assert.equal((await requester('PATCH', `/tickets/${number}`, { priority: 'urgent' })).body.priority, 'low');
  assert.equal((await requester('PATCH', `/tickets/${number}`, { status: 'resolved' })).status, 422);
  const agent = await as('rohit');
  assert.equal((await agent('PUT', '/policy', store.data.policy)).status, 403);
});

test('filters work together', async () => {
  const call = await as('farida');
  const { tickets } = (await call('GET', '/tickets?status=active&priority=high&assignee=imran&q=weighbridge')).body;
  assert.deepEqual(tickets.map((ticket) => ticket.title), ['Weighbridge PC restarts by itself']);
  const { tickets: late } = (await call('GET', '/tickets?sla=breached')).body;
  assert.ok(late.length > 0 && late.every((ticket) => ticket.sla.resolve.leftMs < 0));
});

test('bad input is explained, not crashed on', async () => {
  const call = await as('farida');
  assert.match((await call('POST', '/tickets', { ...ISSUE, title: ' ' })).body.error, /Subject is required/);
  assert.equal((await call('PUT', '/policy', { urgent: { respond: 500, resolve: 10 } })).status, 422);
  assert.equal((await call('POST', '/people', { email: 'rohit@konkanfoods.example' })).status, 422);
  assert.equal((await call('POST', '/tickets')).status, 422);
});
