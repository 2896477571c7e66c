import { counted, sizeText } from '#contract/kit/format.ts'
import { emptySubmodules, lockedCommands, mayHoldCommands, pointedSize } from '#contract/projects/needed.ts'

import type { RuleFinding } from '../../files/rule.ts'
import { nameOf, type Sources } from '../../files/sources.ts'

/** Finds pointers of Git LFS, empty submodules, and commands that need a lock file, which uploads leave out. */
export function* notBrought(sources: Sources): Generator<RuleFinding> {
  const paths = [...sources.paths]
  for (const file of sources.texts) {
    const size = pointedSize(file.text)
    if (size !== undefined)
      yield {
        file: file.path,
        line: null,
        message: `This is only a pointer of Git LFS, ${counted(file.size, 'byte')} in place of a file of ${sizeText(size)}.`,
        advice:
          'Fetch the files with “git lfs pull” and upload again, or say in the README where to download them.',
        cause: 'pointer',
      }
    if (nameOf(file.path) === '.gitmodules')
      for (const folder of emptySubmodules(file, paths))
        yield {
          file: file.path,
          line: sources.lineAt(file, Math.max(0, file.text.indexOf(nameOf(folder)))),
          message: `${folder} is a submodule of Git, and nothing of it is in the upload.`,
          advice: 'Fetch it with “git submodule update --init” and upload again.',
        }
    if (!mayHoldCommands(file.path) || sources.foreign.has(file.path)) continue
    const seen = new Set<string>()
    for (const { command, lock, instead, index } of lockedCommands(file, paths)) {
      if (seen.has(command)) continue
      seen.add(command)
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `“${command}” stops without ${lock}, and lock files are left out of uploads.`,
        advice: instead ? `Write “${instead}”.` : `Take ${lock} out of this line.`,
        cause: command,
      }
    }
  }
}
