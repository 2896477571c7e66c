import { STATE_OPTIONS } from '../gst/states.js';
import { html } from '../lib/html.js';
import { field, select } from './layout.js';

const frame = (content) => html`
<div class="sign-in-frame">
  <section class="pitch">
    <img src="/public/icon.svg" alt="" width="56" height="56">
    <h1>GST Invoice Maker</h1>
    <p>Raise tax invoices, collect payments and keep the month's GST figures ready for your accountant.</p>
    <ul><li>CGST, SGST and IGST picked from the place of supply</li><li>Numbers without gaps, by financial year</li><li>Printable A4 invoices</li></ul>
  </section>
  <main class="card sign-in">${content}</main>
</div>`;

export const loginPage = ({ email = '', problem } = {}) => frame(html`
  <h2>Sign in</h2>
  ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  <form method="post" action="/login" class="stack">
    ${field('email', 'Email', { type: 'email', value: email, attrs: html`required autocomplete="username" autofocus` })}
    ${field('password', 'Password', { type: 'password', attrs: html`required autocomplete="current-password"` })}
    <button class="primary">Sign in</button>
  </form>
  <p>New here? <a href="/register">Create an account for your business</a></p>`);

export const registerPage = ({ values = {}, errors = {} } = {}) => frame(html`
  <h2>Create an account</h2>
  <form method="post" action="/register" class="stack">
    ${field('business', 'Business name', { values, errors })}
    ${select('stateCode', 'State', STATE_OPTIONS, { values, errors, placeholder: 'Choose a state' })}
    ${field('name', 'Your name', { values, errors })}
    ${field('email', 'Email', { values, errors, type: 'email' })}
    ${field('password', 'Password', { errors, type: 'password', hint: 'At least 8 characters' })}
    <button class="primary">Create account</button>
  </form>
  <p>Already registered? <a href="/login">Sign in</a></p>`);
