import { useLocation } from 'react-router'

import { iconButtonLook } from '../../ui/icon-button.tsx'

/** The social icons: each shares the page one is on, through redirects/share.ts. */
export function ShareLinks() {
  const { pathname } = useLocation()
  return (
    <ul className="mt-4 -ml-3 flex">
      {sites.map(({ id, name }) => (
        <li key={id}>
          <a
            href={`/share/${id}?page=${encodeURIComponent(pathname)}`}
            target="_blank"
            rel="nofollow noopener"
            title={`Share on ${name}`}
            className={iconButtonLook()}
          >
            <svg className="size-5 fill-current" aria-hidden="true">
              <use href={`/share.svg#${id}`} />
            </svg>
            <span className="sr-only">Share this page on {name} (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const sites = [
  { id: 'whatsapp', name: 'WhatsApp' },
  { id: 'linkedin', name: 'LinkedIn' },
  { id: 'x', name: 'X' },
]
