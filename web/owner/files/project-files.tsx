import { useMemo } from 'react'

import { counted } from '#contract/kit/counted.ts'
import type { Project } from '#contract/projects.ts'

import { sizeText } from '../../projects/file-tree.ts'
import { memberApi } from '../../session/member-api.ts'
import { SourceBrowser } from '../../source/source-browser.tsx'
import { releaseReader } from '../../source/source-reader.ts'
import type { TreeNode } from '../../ui/data/file-tree-row.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** The files of the present release, to be read in place. Nothing when there are none. */
export function ProjectFiles({ project, tree }: { project: Project; tree: TreeNode }) {
  const { _id, releaseNumber, fileCount, totalFileSize } = project
  const reader = useMemo(() => releaseReader(memberApi, _id, releaseNumber ?? 0), [_id, releaseNumber])
  if (releaseNumber === null) return null
  return (
    <Sheet as="section" aria-label="Project Files" className="overflow-hidden">
      <SheetHead title="Project Files">
        <span className="text-13 text-quiet font-mono tabular-nums">
          {`release ${releaseNumber}, ${counted(fileCount, 'file')}, ${sizeText(totalFileSize)}`}
        </span>
      </SheetHead>
      <SourceBrowser key={releaseNumber} tree={tree} reader={reader} />
    </Sheet>
  )
}
