import { canReachServer } from '../ui/connection.ts'
import { keepTyped } from './form/draft.ts'
import { isLasting, store, stored } from './session/browser-store.ts'

/**
 * Loads a file of scripts that its page needs only later. When it is gone, as after an update of the shop, the page is
 * loaded anew, once for each build, with what was typed; the promise then stays pending. Rejects with the error of the
 * browser when the connection is lost, and with a `MissingPart` when loading anew has not helped.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (thrown) {
    if (!(await canReachServer())) throw thrown
    if (!isReloading) {
      isReloading = markReload()
      keepTyped({ isUpdate: isReloading })
      if (!isReloading) throw new MissingPart()
      location.reload()
    }
    return new Promise(() => {})
  }
}

let isReloading = false

/** The error of a part that is gone; `problemOf` reads it like an error of the server. */
export class MissingPart extends Error {
  readonly problem: { message: string }
  constructor() {
    super('A part of this page is missing. Reload the page, then try again.')
    this.problem = { message: this.message }
  }
}

const build = (import.meta.env.VITE_RELEASE as string | undefined) ?? 'dev'

/** Marks this build as loaded anew in this tab. Returns false when it was already, or cannot be marked. */
function markReload(): boolean {
  const done = stored('reloadedBuilds')?.split(' ') ?? []
  if (done.includes(build)) return false
  store({ reloadedBuilds: [...done, build].join(' ') })
  return isLasting('reloadedBuilds')
}
