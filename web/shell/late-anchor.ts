/** How long a page may take to draw what its address names, in milliseconds. */
const timeout = 10_000

/**
 * Brings into view what the # of the address names when it is drawn later than the document, as on pages that load in the
 * browser: links in emails lead there. Nothing when the reader has scrolled by then.
 */
export function followAnchor(): (() => void) | undefined {
  const id = location.hash.slice(1)
  if (!id || document.getElementById(id)) return undefined
  const observer = new MutationObserver(() => {
    const place = document.getElementById(id)
    if (!place) return
    stop()
    if (scrollY === 0) place.scrollIntoView()
  })
  const timer = setTimeout(() => stop(), timeout)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
