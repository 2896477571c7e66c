import { apply } from '@oddbird/popover-polyfill/fn'

import css from './old-browsers.css?inline'

// Gives browsers without popovers theirs: the entry loads it for them only, before anything asks for one.
apply()
const style = new CSSStyleSheet()
style.replaceSync(css)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

// Only a dialog covers the notices, even those: a copy of them stands in the dialog while it is open.
const notices = document.querySelector('.notices')
if (notices) Object.defineProperty(notices, 'hidePopover', { value: undefined })
const copy = document.createElement('div')
copy.className = 'notices :popover-open'
copy.inert = true
new MutationObserver(copyNotices).observe(document.body, {
  attributeFilter: ['open'],
  childList: true,
  subtree: true,
})

function copyNotices() {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const shown = notices?.innerHTML ?? ''
  if (!dialog || !shown) copy.remove()
  else if (copy.parentNode !== dialog) dialog.append(copy)
  if (copy.innerHTML !== shown) copy.innerHTML = shown
}
