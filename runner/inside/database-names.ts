/** Names that stand where a database's does and are none. */
const otherNames = /^(?:localhost|root|mysql|utf8\w*)$/i
/** The most databases that are made for a project. */
const mostNames = 4

/** Finds the names of databases in the code: as a literal, or in a variable or constant that is assigned somewhere. */
function databaseNamesIn(source: string): string[] {
  const valueOf = (word = '') => {
    const literal = /^\s*['"]([\w-]+)['"]/.exec(word)?.[1]
    const name = /\w+/.exec(word)?.[0]
    if (literal || !name) return literal
    return new RegExp(`\\b${name}['"]?\\s*[=,]\\s*['"]([\\w-]+)`).exec(source)?.[1]
  }
  const connected = [...source.matchAll(/(?:mysqli_connect|new\s+\\?mysqli)\s*\(([^;]*?)\)/g)].map(
    ([, list]) => valueOf(list!.split(',')[3]),
  )
  const selected = [...source.matchAll(/select_db\s*\([^;)]*?([\w$'"-]+)\s*\)/g)].map(([, name]) =>
    valueOf(name),
  )
  const named = /(?:dbname=|DB_DATABASE=|['"]database['"]\]?\s*=>?\s*['"])(["'\s.{]*)([$\w-]+)/g
  const written = [...source.matchAll(named)].map(([, before, name]) =>
    // After a quote or in braces stands a variable or a constant, and else the name.
    /["'.{]/.test(before!) || name!.startsWith('$') ? valueOf(name) : name,
  )
  return [...connected, ...selected, ...written].filter((name) => name !== undefined)
}

/** The databases of a project: those that the check found, then those of the code; one of ours where there is none. */
export function databaseNames(given: readonly string[], source: string): string[] {
  const byLowerCase = new Map<string, string>()
  for (const name of [...given, ...databaseNamesIn(source)])
    if (!otherNames.test(name) && !byLowerCase.has(name.toLowerCase()))
      byLowerCase.set(name.toLowerCase(), name)
  const names = [...byLowerCase.values()].slice(0, mostNames)
  return names.length > 0 ? names : ['project']
}
