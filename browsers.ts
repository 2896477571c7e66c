import browserslist from 'browserslist'

/**
 * Returns the lowest version of each browser in which everything works: `browserslist` in package.json is the only place
 * that states it.
 */
export function lowestBrowsers(): Map<string, number> {
  const lowest = new Map<string, number>()
  for (const [name, version] of browserslist(null, { path: import.meta.dirname }).map(nameAndVersion))
    lowest.set(name, Math.min(version, lowest.get(name) ?? version))
  return lowest
}

function nameAndVersion(browser: string): [name: string, version: number] {
  const [name = '', version = ''] = browser.split(' ')
  return [name, Number.parseFloat(version)]
}

/** Returns them as build targets: `chrome109`. */
export const buildTargets = (): string[] =>
  [...lowestBrowsers()].map(([name, version]) => `${name.replace('ios_saf', 'ios')}${version}`)
