import { iconButtonLook } from '../../ui/icon-button.tsx'

/** Our own accounts elsewhere. Nothing without an address. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label="Readymade elsewhere" className="mt-3">
      <p className="text-13 text-quiet font-mono">Readymade elsewhere</p>
      <ul className="-ml-3 flex flex-wrap">
        {links.map(({ site, name, url }) => (
          <li key={site}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              title={`Readymade on ${name}`}
              className={iconButtonLook()}
            >
              <svg className="size-5 fill-current" aria-hidden="true">
                <use href={`/share.svg#${site}`} />
              </svg>
              <span className="sr-only">Readymade on {name} (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export interface SocialLink {
  site: string
  name: string
  url: string
}
