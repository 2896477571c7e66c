import type { ProjectFile } from '#server/projects/findings/files/sources.ts'

/** A project's files by path; null for a binary file. */
export type Files = Record<string, string | null>

export const filesOf = (files: Files): ProjectFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    size: text?.length ?? 40_000,
    ...(text !== null && { text }),
  }))
