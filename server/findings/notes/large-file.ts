import type { Found, Rule } from '../check/rule.ts'
import type { Sources } from '../sources/sources.ts'

/** Files so large that every buyer waits for them. */
export const largeFile: Rule = {
  name: 'large-file',
  kind: 'note',
  title: 'Large files',
  *find({ files }: Sources): Generator<Found> {
    for (const { path, size } of files)
      if (size > 5 * 1024 * 1024)
        yield {
          file: path,
          line: null,
          what: path,
          message: `This file is ${(size / 1024 / 1024).toFixed(1)} MB, and every buyer has to download it.`,
          advice: 'Make it smaller, or say in the README where to get it.',
        }
  },
}
