import { type Exclusion, exclusionOf } from '#contract/files/exclusions.ts'

/** A file to upload and its path inside the project; its bytes are read when they are sent. */
export interface PickedFile {
  path: string
  size: number
  file: Blob
}

/** A folder or a file that is left out, and how many files that are, as far as they were looked at. */
export interface LeftOut extends Exclusion {
  files?: number
}

/** What was picked, already without what is never uploaded. */
export interface Picked<File> {
  files: File[]
  leftOut: LeftOut[]
  /** Why single files cannot go up, one sentence for each; the others can. */
  refused?: string[]
}

/** Sorts paths, as they come, into those that are uploaded and what is left out. */
export function sieve() {
  const leftOut = new Map<string, LeftOut>()
  const leave = ({ path, reason }: Exclusion, files?: number) => {
    const known = leftOut.get(path)?.files
    const count = files === undefined ? known : (known ?? 0) + files
    leftOut.set(path, { path, reason, ...(count !== undefined && { files: count }) })
  }
  return {
    /** Whether a file is uploaded. */
    takes(path: string): boolean {
      const exclusion = exclusionOf(path)
      if (exclusion) leave(exclusion, 1)
      return exclusion === undefined
    },
    /** Whether anything in a folder may be uploaded; if not, nobody need look into it. */
    enters(folder: string): boolean {
      const exclusion = exclusionOf(`${folder}/`)
      if (exclusion) leave(exclusion)
      return exclusion === undefined
    },
    leftOut: () => [...leftOut.values()],
  }
}
