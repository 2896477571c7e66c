import type { Found } from '../check/rule.ts'
import type { SourceFile, Sources } from '../sources/sources.ts'
import { isDummy, masked } from './dummies.ts'
import { isTemplate, searched } from './files.ts'

/** Where a password stands: the first group is its value. `near`: only in a file that has this too. */
export interface Place {
  pattern: RegExp
  near?: RegExp
}

/** The passwords that stand in code and settings at some places, each once for a line. */
export function* passwordsAt(
  sources: Sources,
  places: Place[],
  { what, advice }: { what: string; advice: string },
): Generator<Found> {
  for (const file of searched(sources)) {
    if (isTemplate(file.path) || isProse(file)) continue
    const code = sources.code(file)
    const lines = new Set<number>()
    for (const { pattern, near } of places) {
      if (near && !near.test(code)) continue
      for (const { 0: all, 1: value, index } of code.matchAll(pattern)) {
        const line = sources.lineAt(file, index + all.lastIndexOf(value!))
        if (lines.has(line) || !isPassword(value!)) continue
        lines.add(line)
        yield {
          file: file.path,
          line,
          message: `${what}: ${masked(value!)}.`,
          advice,
          secrets: [value!],
        }
      }
    }
  }
}

const isProse = ({ path }: SourceFile) => /\.(?:md|txt|rst|html?)$/i.test(path)

const isPassword = (value: string) => value.trim().length >= 5 && !isDummy(value) && !/^[A-Z_]+$/.test(value)
