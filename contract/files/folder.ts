import { z } from 'zod'

/** A folder of a project's tree and some of what lies directly in it, folders before files, by name. */
export const Folder = z.object({
  /** '' is the top. */
  path: z.string(),
  /** Files and bytes in it, however deep. */
  files: z.int(),
  size: z.int(),
  /** How many entries it has. */
  total: z.int(),
  /** `files` counts what is in a folder, and is null for a file. */
  entries: z.array(
    z.object({
      path: z.string(),
      size: z.int(),
      files: z.int().nullable(),
      language: z.string().nullable(),
    }),
  ),
})
export type Folder = z.infer<typeof Folder>
