import { untilAnswered } from './until-answered.ts'

/** Has the data of pages asked for until it comes: a lost connection would put an error in the place of the page that is open. */
export function keepAskingForPages(): () => void {
  const { fetch } = window
  window.fetch = (input, init) => {
    const ask = () => fetch(input, init)
    const isPage = input instanceof URL && input.pathname.endsWith('.data') && !init?.method
    return isPage ? untilAnswered(ask, init?.signal) : ask()
  }
  return () => void (window.fetch = fetch)
}
