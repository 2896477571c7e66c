import { store, stored } from '../browser-store.ts'

/** Thrown for a script of a page that is not there any more: the server has a newer build. */
export class ScriptGoneError extends Error {
  readonly script: string
  constructor(script: string) {
    super('A script of the page is gone')
    this.name = 'ScriptGoneError'
    this.script = script
  }
}

/** Loads the page again, as the newer build has it, when a script of the older one is gone: once for each, in case it stays away. Says whether it does. */
export function reloadFor(error: unknown): boolean {
  if (!(error instanceof ScriptGoneError) || stored('reloadedFor') === error.script) return false
  store({ reloadedFor: error.script })
  reloading = true
  location.reload()
  return true
}

/** Whether the page is being loaded again, so that nothing need be said. */
export const isReloading = () => reloading

let reloading = false
