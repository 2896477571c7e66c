import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICY, applyStatus, slaOf } from '../server/sla.js';

const START = Date.parse('2026-07-01T09:00:00+05:30');
const minutes = (count) => START + count * 60_000;
const ticket = (more = {}) => ({
  priority: 'urgent', status: 'open', createdAt: new Date(START).toISOString(),
  firstResponseAt: null, resolvedAt: null, pausedAt: null, pausedMs: 0, ...more,
});
const state = (subject, at) => slaOf(subject, DEFAULT_POLICY, minutes(at)).resolve.state;

test('the clock runs, warns in the last quarter and then breaches', () => {
  assert.equal(state(ticket(), 0), 'running');
  assert.equal(state(ticket(), 180), 'running');
  assert.equal(state(ticket(), 181), 'warning');
  assert.equal(state(ticket(), 240), 'warning');
  assert.equal(state(ticket(), 241), 'breached');
});

test('waiting for the requester pauses the clock and moves the due time', () => {
  const subject = ticket();
  applyStatus(subject, 'waiting', minutes(100));
  assert.equal(state(subject, 600), 'paused');
  applyStatus(subject, 'in_progress', minutes(600));
  const { dueAt, leftMs } = slaOf(subject, DEFAULT_POLICY, minutes(600)).resolve;
  assert.equal(dueAt, new Date(minutes(740)).toISOString());
  assert.equal(leftMs, 140 * 60_000);
});

test('a resolved ticket keeps the result it had when it was resolved', () => {
  const early = ticket();
  applyStatus(early, 'resolved', minutes(200));
  applyStatus(early, 'closed', minutes(5000));
  assert.equal(state(early, 9000), 'met');
  const late = ticket();
  applyStatus(late, 'resolved', minutes(300));
  assert.equal(state(late, 9000), 'missed');
});

test('reopening continues the clock without counting the time in between', () => {
  const subject = ticket();
  applyStatus(subject, 'resolved', minutes(60));
  applyStatus(subject, 'open', minutes(1060));
  assert.equal(slaOf(subject, DEFAULT_POLICY, minutes(1060)).resolve.leftMs, 180 * 60_000);
});

test('resolving straight from waiting also ends the pause', () => {
  const subject = ticket();
  applyStatus(subject, 'waiting', minutes(10));
  applyStatus(subject, 'resolved', minutes(500));
  assert.equal(subject.pausedAt, null);
  assert.equal(state(subject, 500), 'met');
});

test('the first reply has its own clock', () => {
  const answered = ticket({ firstResponseAt: new Date(minutes(29)).toISOString() });
  assert.equal(slaOf(answered, DEFAULT_POLICY, minutes(999)).respond.state, 'met');
  assert.equal(slaOf(ticket(), DEFAULT_POLICY, minutes(31)).respond.state, 'breached');
});
