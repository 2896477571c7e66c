import { html } from '../lib/html.js';

const ICONS = {
  dashboard: 'M4 13h6V4H4zm0 7h6v-5H4zm8 0h8v-9h-8zm0-16v5h8V4z',
  invoices: 'M6 3h9l4 4v14H6zm8 1.5V8h3.5M9 12h7M9 15h7M9 18h4',
  customers: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6M17.5 14c2.1.8 3.5 3 3.5 6',
  items: 'M4 8l8-4 8 4v8l-8 4-8-4zm0 0l8 4 8-4M12 12v8',
  summary: 'M5 20V10M12 20V4M19 20v-7M3 20h18',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4',
};

const NAVIGATION = [
  ['/', 'Dashboard', 'dashboard'], ['/invoices', 'Invoices', 'invoices'], ['/customers', 'Customers', 'customers'],
  ['/items', 'Items', 'items'], ['/gst-summary', 'GST summary', 'summary'], ['/settings', 'Settings', 'settings'],
];

const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

const documentShell = (title, content) => html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · GST Invoice Maker</title>
  <link rel="stylesheet" href="/public/style.css">
  <link rel="icon" href="/public/icon.svg">
</head>
${content}
</html>`;

export function page({ title, body, flash, user, account, path, csrf }) {
  if (!user) return documentShell(title, html`<body class="signed-out">${body}</body>`);
  const isCurrent = (href) => (href === '/' ? path === '/' : path.startsWith(href));
  return documentShell(title, html`<body>
  <aside class="cover no-print">
    <a class="brand" href="/"><img src="/public/icon.svg" alt="" width="34" height="34"><span>GST Invoice<br>Maker</span></a>
    <nav>${NAVIGATION.map(([href, label, name]) =>
      html`<a href="${href}" ${isCurrent(href) && html`aria-current="page"`}>${icon(name)}${label}</a>`)}</nav>
    <div class="who"><strong>${account.name}</strong><span>${user.name}</span>
      <form method="post" action="/logout">${csrfField(csrf)}<button class="link">Sign out</button></form>
    </div>
  </aside>
  <main>
    ${flash && html`<p class="flash no-print" role="status">${flash}</p>`}
    ${body}
  </main>
</body>`);
}

export const errorPage = (status, message) => documentShell('Problem', html`<body class="signed-out">
  <main class="card sign-in"><h1>${status}</h1><p>${message}</p><p><a href="/">Go to the dashboard</a></p></main></body>`);

export const csrfField = (token) => html`<input type="hidden" name="csrf" value="${token}">`;

export const heading = (title, hint, actions) => html`<header class="heading no-print">
  <div><h1>${title}</h1>${hint && html`<p>${hint}</p>`}</div><div class="actions">${actions}</div></header>`;

/** Label, input and error message for one text field. */
export const field = (name, label, { values = {}, errors = {}, type = 'text', value = values[name] ?? '', hint, attrs } = {}) => html`
  <label class="field ${errors[name] && 'wrong'}"><span>${label}</span>
    <input type="${type}" name="${name}" value="${value}" ${attrs}>
    ${errors[name] ? html`<em>${errors[name]}</em>` : hint && html`<small>${hint}</small>`}
  </label>`;

export const select = (name, label, options, { values = {}, errors = {}, placeholder } = {}) => html`
  <label class="field ${errors[name] && 'wrong'}"><span>${label}</span>
    <select name="${name}">
      ${placeholder && html`<option value="">${placeholder}</option>`}
      ${options.map(([value, text]) =>
        html`<option value="${value}" ${String(value) === String(values[name] ?? '') && 'selected'}>${text}</option>`)}
    </select>
    ${errors[name] && html`<em>${errors[name]}</em>`}
  </label>`;

export const badge = (status) => html`<span class="badge ${status}">${status === 'due' ? 'unpaid' : status}</span>`;
