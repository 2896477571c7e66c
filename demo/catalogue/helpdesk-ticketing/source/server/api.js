import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import { allow, hashPassword, loadPerson, passwordMatches, signIn, signOut } from './auth.js';
import { PRIORITIES, STATUSES } from './sla.js';
import { summarise } from './summary.js';
import { CATEGORIES, addComment, canSee, changeTicket, createTicket, isStaff, present, searchTickets } from './tickets.js';

const ROLES = ['requester', 'agent', 'admin'];
const NO_PASSWORD = hashPassword('nobody');

class Invalid extends Error {}

function text(value, label, max) {
  const clean = typeof value === 'string' ? value.trim() : '';
  if (!clean) throw new Invalid(`${label} is required.`);
  if (clean.length > max) throw new Invalid(`${label} can be at most ${max} characters.`);
  return clean;
}

function oneOf(value, label, allowed) {
  if (!allowed.includes(value)) throw new Invalid(`${label} is not valid.`);
  return value;
}

const publicPerson = ({ id, name, email, role, place }) => ({ id, name, email, role, place });

export function createApi(store) {
  const api = Router();
  const staff = allow('agent', 'admin');
  api.use(express.json({ limit: '100kb' }));
  api.use(loadPerson(store));
  api.use((req, res, next) => {
    req.body ??= {};
    next();
  });

  const findTicket = (req, res) => {
    const ticket = store.data.tickets.find((entry) => entry.number === Number(req.params.number));
    if (ticket && canSee(req.person, ticket)) return ticket;
    res.status(404).json({ error: 'There is no such ticket.' });
    return null;
  };
  const show = (req, ticket) => present(ticket, store.data, req.person, { full: true });
  const staffIds = () => store.data.people.filter(isStaff).map((person) => person.id);

  api.get('/session', (req, res) => res.json({ person: req.person ? publicPerson(req.person) : null }));

  api.post('/session', (req, res) => {
    const { email, password } = req.body;
    const person = store.data.people.find((entry) => entry.email === String(email).trim().toLowerCase());
    // The same work is done for an unknown email, so the answer takes equally long.
    const ok = passwordMatches(password ?? '', person?.passwordHash ?? NO_PASSWORD);
    if (!person || !ok) return res.status(401).json({ error: 'The email or password is not correct.' });
    signIn(store, res, person);
    return res.json({ person: publicPerson(person) });
  });

  api.delete('/session', (req, res) => {
    signOut(store, req, res);
    res.json({ person: null });
  });

  api.use(allow());

  api.get('/tickets', (req, res) => {
    const count = (query) => searchTickets(store.data, req.person, query).length;
    res.json({
      tickets: searchTickets(store.data, req.person, req.query),
      counts: {
        active: count({ status: 'active' }),
        mine: count({ status: 'active', assignee: req.person.id }),
        unassigned: count({ status: 'active', assignee: 'none' }),
        warning: count({ sla: 'warning' }),
        breached: count({ sla: 'breached' }),
        waiting: count({ status: 'waiting' }),
      },
    });
  });

  api.post('/tickets', (req, res) => {
    const fields = {
      title: text(req.body.title, 'Subject', 120),
      body: text(req.body.body, 'Description', 4000),
      category: oneOf(req.body.category, 'Category', CATEGORIES),
      priority: oneOf(req.body.priority, 'Priority', PRIORITIES),
    };
    const ticket = store.write((data) => createTicket(data, { ...fields, requesterId: req.person.id }));
    res.status(201).json(show(req, ticket));
  });

  api.get('/tickets/:number', (req, res) => {
    const ticket = findTicket(req, res);
    if (ticket) res.json(show(req, ticket));
  });

  api.patch('/tickets/:number', (req, res) => {
    const ticket = findTicket(req, res);
    if (!ticket) return;
    const { status, priority, category, assigneeId } = req.body;
    const changes = {};
    if (status !== undefined) changes.status = oneOf(status, 'Status', isStaff(req.person) ? STATUSES : ['open', 'closed']);
    if (isStaff(req.person)) {
      if (priority !== undefined) changes.priority = oneOf(priority, 'Priority', PRIORITIES);
      if (category !== undefined) changes.category = oneOf(category, 'Category', CATEGORIES);
      if (assigneeId !== undefined) changes.assigneeId = assigneeId && oneOf(assigneeId, 'Assignee', staffIds());
    }
    store.write(() => changeTicket(ticket, req.person, changes));
    res.json(show(req, ticket));
  });

  api.post('/tickets/:number/comments', (req, res) => {
    const ticket = findTicket(req, res);
    if (!ticket) return;
    const comment = { text: text(req.body.text, 'Message', 4000), internal: isStaff(req.person) && req.body.internal === true };
    store.write(() => addComment(ticket, req.person, comment));
    res.status(201).json(show(req, ticket));
  });

  api.get('/people', (req, res) => res.json({
    people: store.data.people.map(isStaff(req.person) ? publicPerson : ({ id, name, role }) => ({ id, name, role })),
    categories: CATEGORIES,
  }));

  api.post('/people', allow('admin'), (req, res) => {
    const email = text(req.body.email, 'Email', 120).toLowerCase();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Invalid('Email is not valid.');
    if (store.data.people.some((person) => person.email === email)) throw new Invalid('This email is already used.');
    if (String(req.body.password ?? '').length < 8) throw new Invalid('Password must have at least 8 characters.');
    const person = {
      id: randomUUID(), email, name: text(req.body.name, 'Name', 80), place: text(req.body.place, 'Place', 80),
      role: oneOf(req.body.role, 'Role', ROLES), passwordHash: hashPassword(req.body.password),
    };
    store.write((data) => data.people.push(person));
    res.status(201).json(publicPerson(person));
  });

  api.patch('/people/:id', allow('admin'), (req, res) => {
    const person = store.data.people.find((entry) => entry.id === req.params.id);
    if (!person) return res.status(404).json({ error: 'There is no such person.' });
    if (person.id === req.person.id) throw new Invalid('You cannot change your own role.');
    store.write(() => { person.role = oneOf(req.body.role, 'Role', ROLES); });
    return res.json(publicPerson(person));
  });

  api.get('/policy', staff, (req, res) => res.json(store.data.policy));

  api.put('/policy', allow('admin'), (req, res) => {
    const minutes = (value) => {
      if (!Number.isInteger(value) || value < 5 || value > 43_200) throw new Invalid('Times must be between 5 minutes and 30 days.');
      return value;
    };
    const policy = Object.fromEntries(PRIORITIES.map((priority) => {
      const respond = minutes(req.body[priority]?.respond);
      const resolve = minutes(req.body[priority]?.resolve);
      if (respond > resolve) throw new Invalid('The first reply cannot be allowed more time than the solution.');
      return [priority, { respond, resolve }];
    }));
    store.write((data) => { data.policy = policy; });
    res.json(policy);
  });

  api.get('/summary', staff, (req, res) => res.json(summarise(store.data)));

  api.use((req, res) => res.status(404).json({ error: 'There is nothing at this address.' }));

  api.use((error, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof Invalid) return res.status(422).json({ error: error.message });
    if (error.type === 'entity.parse.failed') return res.status(400).json({ error: 'The request is not valid JSON.' });
    console.error(error);
    return res.status(500).json({ error: 'Something went wrong on the server.' });
  });
  return api;
}
