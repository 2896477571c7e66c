/** The sections of a page to jump to; stays in view on wide screens. */
export function PageIndex({ sections }: { sections: readonly (Section | false | '')[] }) {
  return (
    <nav
      aria-label="On this page"
      className="page-index bg-ground scroll-strip z-10 -mb-8 lg:sticky lg:top-16"
    >
      <ul className="border-rule flex gap-x-6 border-b">
        {sections
          .filter((section) => typeof section === 'object')
          .map(({ id, label }) => (
            <li key={id} className="shrink-0">
              <a
                href={`#${id}`}
                className="index-link flex min-h-12 items-center font-semibold transition-colors focus-visible:-outline-offset-2"
              >
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

type Section = { id: string; label: string }
