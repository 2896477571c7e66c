import { store, stored } from './session/browser-store.ts'

/** Thrown for a script of a page that is not there any more: the server has a newer build. */
export class ScriptGoneError extends Error {
  readonly script: string
  constructor(script: string) {
    super('A script of the page is gone')
    this.name = 'ScriptGoneError'
    this.script = script
  }
}

/** Whether a page that failed so is loaded again, as the newer build has it: once for each script, in case it stays away. */
export const isToReload = (error: unknown): boolean =>
  error instanceof ScriptGoneError && (reloading || stored('reloadedFor') !== error.script)

/** Loads the page again when that is what its failure asks for. Says whether it does. */
export function reloadFor(error: unknown): boolean {
  if (!(error instanceof ScriptGoneError) || !isToReload(error)) return false
  reloading = true
  store({ reloadedFor: error.script })
  location.reload()
  return true
}

let reloading = false
