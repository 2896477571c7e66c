import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const SESSION_DAYS = 7;
const MAX_FAILURES = 5;
const LOCK_MS = 10 * 60 * 1000;

export function hashPassword(password) {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 64).toString('hex')}`;
}

export function passwordMatches(password, stored) {
  const [salt, hash] = stored.split(':').map((part) => Buffer.from(part, 'hex'));
  return timingSafeEqual(scryptSync(password, salt, 64), hash);
}

const fingerprint = (token) => createHash('sha256').update(token).digest('hex');

/** Starts a session and returns the cookie token. Only its hash is stored. */
export function startSession(store, userId) {
  const token = randomBytes(32).toString('hex');
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86400000).toISOString();
  store.remove('sessions', (session) => session.expiresAt < new Date().toISOString());
  store.insert('sessions', { userId, tokenHash: fingerprint(token), csrf: randomBytes(16).toString('hex'), expiresAt });
  return token;
}

export function findSession(store, token) {
  if (!token) return null;
  const hash = fingerprint(token);
  const session = store.find('sessions', (candidate) => candidate.tokenHash === hash);
  return session && session.expiresAt > new Date().toISOString() ? session : null;
}

export const sessionCookie = (token) =>
  `session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${token ? SESSION_DAYS * 86400 : 0}`;

/** Slows down password guessing: five wrong tries lock an email for ten minutes. */
export class LoginGuard {
  #failures = new Map();

  isLocked(email) {
    const entry = this.#failures.get(email);
    if (entry && Date.now() - entry.last > LOCK_MS) this.#failures.delete(email);
    return (this.#failures.get(email)?.count ?? 0) >= MAX_FAILURES;
  }

  failed(email) {
    this.#failures.set(email, { count: (this.#failures.get(email)?.count ?? 0) + 1, last: Date.now() });
  }

  passed(email) { this.#failures.delete(email); }
}
