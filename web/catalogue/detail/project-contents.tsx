import { useMemo } from 'react'

import type { Language } from '#contract/drawing/languages.ts'
import { counted } from '#contract/kit/counted.ts'
import type { Licence } from '#contract/projects/lists.ts'

import { folderLoader } from '../../projects/load-folder.ts'
import { memberApi } from '../../session/member-api.ts'
import type { TreeNode } from '../../ui/data/file-tree-row.tsx'
import { FileTree } from '../../ui/data/file-tree.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { LanguageBar } from './language-bar.tsx'

/** What a buyer gets, shown before paying: languages, and every file with its size. */
export function ProjectContents({
  projectId,
  category,
  files,
  size,
  licence,
  tree,
  languages,
  lines,
}: ProjectContentsProps) {
  const load = useMemo(() => folderLoader(memberApi, projectId), [projectId])
  return (
    <section aria-labelledby="inside">
      <SectionHeading
        id="inside"
        title="What is inside"
        lead={`${counted(files, 'file')}, ${counted(lines, 'line')}, ${size}. You get exactly these, and one file with your ${licence === 'own' ? 'receipt' : 'licence'}.`}
      />
      <Sheet className="overflow-hidden">
        {languages.length > 0 && (
          <LanguageBar
            languages={languages}
            category={category}
            className="border-rule border-b px-4 py-4 sm:px-5"
          />
        )}
        <section
          aria-label="Files"
          tabIndex={0}
          className="file-pane scroll-cue-below max-h-[32rem] overflow-auto px-4 py-3 focus-visible:-outline-offset-2 sm:px-5"
        >
          <FileTree nodes={tree.children ?? []} more={tree.more ?? 0} load={load} label="All files" />
        </section>
      </Sheet>
    </section>
  )
}

export interface ProjectContentsProps {
  projectId: string
  category: string
  /** How many. */
  files: number
  size: string
  licence: Licence
  tree: TreeNode
  languages: readonly Language[]
  lines: number
}
