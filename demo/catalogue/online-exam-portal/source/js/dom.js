/** Small helpers shared by the three pages. */

/** h('p', { class: 'x', onclick: fn }, 'text', childNode): text is never parsed as HTML. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag)
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else if (key in node && key !== 'style' && key !== 'list') node[key === 'class' ? 'className' : key] = value
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false))
  return node
}

export const $ = (selector, root = document) => root.querySelector(selector)

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

/** 3, 2.5, -0.25: no trailing zeros. */
export const marks = (value) => String(Math.round(value * 100) / 100).replace('-', '\u2212')
export const signed = (value) => (value > 0 ? '+' : '') + marks(value)

export function clock(totalSeconds) {
  const s = Math.max(0, Math.round(totalSeconds))
  const pad = (n) => String(n).padStart(2, '0')
  return s >= 3600 ? `${Math.floor(s / 3600)}:${pad(Math.floor((s % 3600) / 60))}:${pad(s % 60)}` : `${pad(Math.floor(s / 60))}:${pad(s % 60)}`
}

export const date = (time) =>
  new Date(time).toLocaleString('en-IN', { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Question text with code after a blank line shown in a monospace block. */
export function questionText(text) {
  const [prose, ...code] = text.split('\n\n')
  return [h('p', { class: 'prompt' }, prose), ...code.map((c) => h('pre', {}, c))]
}

export function showError(error) {
  $('main').replaceChildren(h('section', { class: 'card notice' }, h('h2', {}, 'Something is not right'), h('p', {}, error.message), h('a', { class: 'btn', href: 'index.html' }, 'Back to the start')))
}
