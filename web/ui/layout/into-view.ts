/** As the ref of the current link of a strip that is wider than the window: the strip begins with it, the page stays where it is. */
export function intoView(link: HTMLElement | null) {
  const strip = link?.closest('.scroll-strip')
  if (link && strip)
    strip.scrollBy({ left: link.getBoundingClientRect().left - strip.getBoundingClientRect().left })
}
