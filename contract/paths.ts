import { limits } from './limits.ts'

/** Why a relative path cannot be in a project, or undefined when it can. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.endsWith('/')) return `${quoted(path)} names no file`
  if (/\p{Cc}/u.test(path)) return `${quoted(path)} holds a control character`
  if (path.includes('\\')) return `${quoted(path)} uses backslashes`
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return `${quoted(path)} is an absolute path`
  const segments = path.split('/')
  if (segments.includes('..')) return `${quoted(path)} leaves the project folder`
  if (segments.some((segment) => segment === '' || segment === '.')) return `${quoted(path)} is not a plain path`
  if (path.length > limits.pathLength) return `${quoted(path)} is longer than ${limits.pathLength} characters`
  return undefined
}

/** The paths without the folder that all of them share, if there is one ('shop/a.js', 'shop/b/c.js' → 'a.js', 'b/c.js'). */
export function withoutCommonFolder(paths: readonly string[]): string[] {
  let rest = [...paths]
  while (rest.length > 0) {
    const first = rest[0]!.split('/')[0]!
    if (!rest.every((path) => path.startsWith(`${first}/`))) return rest
    rest = rest.map((path) => path.slice(first.length + 1))
  }
  return rest
}

/** The paths that differ from an earlier one only in case, which a Windows or macOS disk cannot hold side by side. */
export function caseClashes(paths: readonly string[]): string[] {
  const seen = new Set<string>()
  return paths.filter((path) => {
    const folded = path.normalize('NFC').toLowerCase()
    const clash = seen.has(folded)
    seen.add(folded)
    return clash
  })
}

const quoted = (path: string) => `'${path.replaceAll('\0', '\\0').slice(0, 80)}'`
