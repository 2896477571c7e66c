import { z } from 'zod'

import { limits } from '../kit/limits.ts'
import { numeric, text } from '../kit/words.ts'

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

/** Which folder, by its path (an empty one names the top), and from which of its entries on. */
export const FolderWindow = z.object({
  path: text(limits.pathLength)
    .regex(/^\P{Cc}*$/u, 'Use a path on one line')
    .default(''),
  offset: numeric.pipe(
    z
      .int()
      .min(0)
      .max(limits.folderFiles * limits.pathDepth)
      .default(0),
  ),
})
