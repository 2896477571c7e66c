import { LoginGuard, hashPassword, passwordMatches, sessionCookie, startSession } from '../lib/auth.js';
import { Form } from '../lib/form.js';
import { STATES } from '../gst/states.js';
import { loginPage, registerPage } from '../views/auth.js';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function authRoutes(router) {
  const guard = new LoginGuard();

  router.get('/login', (ctx) => (ctx.user ? ctx.redirect('/') : ctx.render('Sign in', loginPage())), { open: true });

  router.post('/login', (ctx) => {
    const email = (ctx.form.get('email') ?? '').trim().toLowerCase();
    const user = ctx.store.find('users', (candidate) => candidate.email === email);
    const locked = guard.isLocked(email);
    if (locked || !user || !passwordMatches(ctx.form.get('password') ?? '', user.passwordHash)) {
      if (!locked) guard.failed(email);
      const problem = locked ? 'Too many wrong attempts. Please wait ten minutes.' : 'The email or password is not correct.';
      return ctx.render('Sign in', loginPage({ email, problem }), { status: 401 });
    }
    guard.passed(email);
    ctx.cookie(sessionCookie(startSession(ctx.store, user.id)));
    return ctx.redirect('/');
  }, { open: true });

  router.get('/register', (ctx) => (ctx.user ? ctx.redirect('/') : ctx.render('Create account', registerPage())), { open: true });

  router.post('/register', (ctx) => {
    const form = new Form(ctx.form);
    const values = {
      business: form.text('business', 'Business name', { required: true }),
      name: form.text('name', 'Your name', { required: true }),
      email: form.text('email', 'Email', { required: true, pattern: EMAIL }).toLowerCase(),
      stateCode: form.choice('stateCode', 'State', Object.keys(STATES)),
    };
    const password = ctx.form.get('password') ?? '';
    if (password.length < 8) form.fail('password', 'Password must have at least 8 characters.');
    if (ctx.store.find('users', (user) => user.email === values.email)) form.fail('email', 'This email already has an account.');
    if (!form.ok) return ctx.render('Create account', registerPage({ values, errors: form.errors }), { status: 422 });

    const user = createAccount(ctx.store, { ...values, password });
    ctx.cookie(sessionCookie(startSession(ctx.store, user.id)));
    return ctx.redirect('/settings');
  }, { open: true });

  router.post('/logout', (ctx) => {
    ctx.store.remove('sessions', (session) => session.id === ctx.session.id);
    ctx.cookie(sessionCookie(''));
    return ctx.redirect('/login');
  });
}

export function createAccount(store, { business, name, email, stateCode, password }) {
  return store.transaction(() => {
    const account = store.insert('accounts', {
      name: business, email, stateCode, address: '', city: '', pincode: '', phone: '', gstin: '',
      prefix: 'INV', bank: { name: '', number: '', ifsc: '' }, terms: 'Payment due within 15 days.', counters: {},
    });
    return store.insert('users', { accountId: account.id, name, email, passwordHash: hashPassword(password) });
  });
}
