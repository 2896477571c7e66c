import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const DAY = 86_400_000;
const SESSION_DAYS = 7;

export function hashPassword(password) {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${scryptSync(password, salt, 32).toString('hex')}`;
}

export function passwordMatches(password, stored) {
  const [salt, hash] = stored.split(':');
  return timingSafeEqual(scryptSync(String(password), salt, 32), Buffer.from(hash, 'hex'));
}

const fingerprint = (token) => createHash('sha256').update(token).digest('hex');
const tokenOf = (req) => /(?:^|;\s*)desk=([0-9a-f]{64})/.exec(req.headers.cookie ?? '')?.[1];

export function signIn(store, res, person) {
  const token = randomBytes(32).toString('hex');
  store.write((data) => {
    data.sessions = data.sessions.filter((session) => session.expires > Date.now());
    data.sessions.push({ token: fingerprint(token), personId: person.id, expires: Date.now() + SESSION_DAYS * DAY });
  });
  res.cookie('desk', token, { httpOnly: true, sameSite: 'strict', path: '/', maxAge: SESSION_DAYS * DAY });
}

export function signOut(store, req, res) {
  const token = tokenOf(req);
  store.write((data) => {
    data.sessions = data.sessions.filter((session) => session.token !== fingerprint(token ?? ''));
  });
  res.clearCookie('desk');
}

/** Puts the signed-in person on the request, or leaves it empty. */
export const loadPerson = (store) => (req, res, next) => {
  const token = tokenOf(req);
  const session = token && store.data.sessions.find((entry) => entry.token === fingerprint(token) && entry.expires > Date.now());
  req.person = session ? store.data.people.find((person) => person.id === session.personId) : undefined;
  next();
};

/** Lets the request pass only for these roles. With no roles, any signed-in person may pass. */
export const allow = (...roles) => (req, res, next) => {
  if (!req.person) return res.status(401).json({ error: 'Please sign in.' });
  if (roles.length > 0 && !roles.includes(req.person.role)) return res.status(403).json({ error: 'You do not have access to this.' });
  return next();
};
