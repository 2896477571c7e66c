/** Markup that is already safe to print. Everything else is escaped by html`…`. */
class Markup {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function print(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(print).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Template tag: html`<p>${name}</p>` escapes every value that is not itself html`…`. */
export function html(strings, ...values) {
  return new Markup(strings.reduce((out, part, i) => out + print(values[i - 1]) + part));
}
