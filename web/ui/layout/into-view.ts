/** As the ref of the current link of a strip that is wider than the window: it stands near the strip's beginning, clear of its fade, and the page stays where it is. */
export function intoView(link: HTMLElement | null) {
  const strip = link?.closest('.scroll-strip')
  if (link && strip)
    strip.scrollBy({ left: link.getBoundingClientRect().left - strip.getBoundingClientRect().left - fade })
}

/** In pixels, a little more than the fade of `.scroll-strip`. */
const fade = 64
