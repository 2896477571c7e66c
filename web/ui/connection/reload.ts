import { untilAnswered } from './until-answered.ts'

/** Loads the page again once the server can be reached: before that the browser would show a page of its own. */
export async function reload() {
  await untilAnswered(() => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }))
  location.reload()
}
