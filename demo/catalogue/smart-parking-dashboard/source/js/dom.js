/** Tiny helpers: h() for HTML, s() for SVG. Text is never parsed as HTML. */

function build(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false).map((c) => (c instanceof Node ? c : String(c))))
  return node
}

export const h = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children)
export const s = (tag, attributes = {}, ...children) => build(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
export const $ = (selector) => document.querySelector(selector)

export function stay(minutes) {
  const m = Math.max(0, Math.round(minutes))
  return m < 60 ? `${m} min` : `${Math.floor(m / 60)} h ${String(m % 60).padStart(2, '0')} min`
}
