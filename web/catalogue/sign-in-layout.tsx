import { Outlet } from 'react-router'

import { LanguageStrip, ListedPicture } from '../projects/project-picture.tsx'
import { StampLine } from '../projects/verification-status.tsx'
import { apiContext } from '../shell/session/api.ts'
import { SmallLabel } from '../ui/label.tsx'
import type { Route } from './+types/sign-in-layout'
import { loadOpenSheet } from './featured-sheet.server.ts'
import { FeaturedSheet } from './featured-sheet.tsx'

/**
 * Loads the label of the first featured project that has a stamp; undefined when there is none or it cannot be loaded.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const first = async () => {
    const { projects } = await api.catalogue.featured()
    for (const card of projects.slice(0, 3)) {
      const shown = await loadOpenSheet(api, card)
      if (shown?.verifiedAt) return shown
    }
    return undefined
  }
  return { shown: await first().catch(() => undefined) }
}

/** Loads the label for a visitor who comes from another page, and goes without it when that takes long or fails. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const none = new Promise<{ shown: undefined }>((resolve) =>
    setTimeout(() => resolve({ shown: undefined }), maxWait),
  )
  return Promise.race([serverLoader(), none]).catch(() => ({ shown: undefined }))
}

/** Milliseconds. */
const maxWait = 1000

/** Keeps the label from page to page. */
export const shouldRevalidate = () => false

/**
 * The pages of sign-in and sign-up: the form, and beside it the label of a project from the shop, on phones a strip of
 * it.
 */
export default function SignInLayout({ loaderData: { shown } }: Route.ComponentProps) {
  return (
    <div className="sign-in">
      <Outlet context={shown && <Strip {...shown} />} />
      {shown && (
        <aside aria-label="From the shop" className="sign-in-panel">
          <FeaturedSheet {...shown} className="w-full max-w-lg" />
        </aside>
      )}
    </div>
  )
}

/** The top of a label, 96 px high. */
function Strip({ project, verifiedAt }: Shown) {
  const { title, languages } = project
  return (
    <SmallLabel
      className="sign-in-strip"
      picture={<ListedPicture project={project} sizes="5rem" className="picture-whole" />}
    >
      <p className="font-head text-14 sm:text-16 line-clamp-2 leading-5! font-semibold">{title}</p>
      {verifiedAt && <StampLine verifiedAt={verifiedAt} release={null} />}
      <LanguageStrip languages={languages} names="largest" className="mt-2" />
    </SmallLabel>
  )
}

type Shown = NonNullable<Route.ComponentProps['loaderData']['shown']>
