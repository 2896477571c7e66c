// Small helpers for building the page. Text always goes in as text nodes, so
// a name such as "<b>" is shown, never run.

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'circle', 'path']);

export function h(tag, props = {}, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.entries(value).forEach(([k, v]) => element.style.setProperty(k, v));
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function toast(message, action) {
  const box = document.getElementById('toast');
  box.replaceChildren(h('span', {}, message));
  if (action) {
    box.append(h('button', { type: 'button', onclick: () => { box.classList.remove('show'); action.run(); } }, action.label));
  }
  box.classList.add('show');
  clearTimeout(toast.timer);
  if (!action?.sticky) toast.timer = setTimeout(() => box.classList.remove('show'), 4000);
}

/** Runs `work`, showing any failure to the user instead of losing it. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error);
    toast(error.message || 'Something went wrong.');
    return undefined;
  }
}

/** A page heading with an optional back link and actions on the right. */
export function header({ title, subtitle, back, actions = [] }) {
  return h('header', { class: 'top' },
    back && h('a', { class: 'icon-button', href: back, 'aria-label': 'Back' }, icon('M15 5l-7 7 7 7')),
    h('div', { class: 'top-text' }, h('h1', {}, title), subtitle && h('p', {}, subtitle)),
    h('div', { class: 'top-actions' }, actions));
}

export function icon(path) {
  return h('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, h('path', { d: path }));
}

/** A progress ring with the figure in the middle. */
export function ring(percent, band, size = 56) {
  const radius = 15.9155; // circumference 100, so the dash length is the percentage
  return h('div', { class: `ring ${band}`, style: { '--size': `${size}px` } },
    h('svg', { viewBox: '0 0 36 36', 'aria-hidden': 'true' },
      h('circle', { class: 'track', cx: 18, cy: 18, r: radius }),
      h('circle', { class: 'value', cx: 18, cy: 18, r: radius, 'stroke-dasharray': `${percent ?? 0} 100` })),
    h('span', {}, percent === null ? '–' : `${Math.floor(percent)}%`));
}

/** A modal form. Resolves with the submitted values, or null when dismissed. */
export function ask({ title, fields, submit, danger = false, note }) {
  return new Promise((resolve) => {
    const form = h('form', { method: 'dialog' },
      h('h2', {}, title),
      note && h('p', { class: 'note' }, note),
      fields.map(({ label, name, multiline, ...rest }) => h('label', {}, label,
        multiline ? h('textarea', { name, rows: 7, ...rest }, rest.value ?? '') : h('input', { name, ...rest }))),
      h('div', { class: 'dialog-actions' },
        h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Cancel'),
        h('button', { type: 'submit', class: danger ? 'danger' : 'primary', value: 'ok' }, submit)));
    const dialog = h('dialog', {}, form);
    dialog.addEventListener('close', () => {
      const values = dialog.returnValue === 'ok' ? Object.fromEntries(new FormData(form)) : null;
      dialog.remove();
      resolve(values);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const confirmDelete = (title, note) =>
  ask({ title, note, fields: [], submit: 'Delete', danger: true }).then(Boolean);
