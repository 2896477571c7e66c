import { useMemo } from 'react'

import { counted } from '#contract/kit/counted.ts'

import { folderLoader } from '../../projects/load-folder.ts'
import { memberApi } from '../../session/member-api.ts'
import type { TreeNode } from '../../ui/data/file-tree-row.tsx'
import { FileTree } from '../../ui/data/file-tree.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import type { Language } from './languages.ts'

/** What a buyer gets, shown before paying: languages, and every file with its size. */
export function ProjectContents({ projectId, files, size, tree, languages, lines }: ProjectContentsProps) {
  const load = useMemo(() => folderLoader(memberApi, projectId), [projectId])
  return (
    <section aria-labelledby="inside">
      <SectionHeading
        id="inside"
        title="What is inside"
        lead={`${counted(files, 'file')}, ${counted(lines, 'line')}, ${size}. You get exactly these.`}
      />
      <Sheet className="overflow-hidden">
        {languages.length > 0 && <LanguageBar languages={languages} />}
        <section
          aria-label="Files"
          tabIndex={0}
          className="max-h-[32rem] overflow-auto px-4 py-3 focus-visible:-outline-offset-2 sm:px-5"
        >
          <FileTree nodes={tree.children ?? []} more={tree.more ?? 0} load={load} label="All files" />
        </section>
      </Sheet>
    </section>
  )
}

function LanguageBar({ languages }: { languages: readonly Language[] }) {
  return (
    <div className="border-rule border-b px-4 py-4 sm:px-5">
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="rounded-small h-2 w-full"
        aria-hidden="true"
      >
        {languages.map(({ name, percent }, index) => (
          <rect
            key={name}
            x={languages.slice(0, index).reduce((sum, { percent }) => sum + percent, 0)}
            width={index === languages.length - 1 ? 100 : percent}
            height="4"
            className="fill-ink stroke-sheet [vector-effect:non-scaling-stroke]"
            fillOpacity={shades[index]}
          />
        ))}
      </svg>
      <ul aria-label="Languages" className="text-13 mt-3 flex flex-wrap gap-x-5 gap-y-1 font-mono">
        {languages.map(({ name, percent }, index) => (
          <li key={name} className="flex items-center gap-2">
            <svg viewBox="0 0 8 8" className="fill-ink size-2.5" aria-hidden="true">
              <rect width="8" height="8" rx="1.5" fillOpacity={shades[index]} />
            </svg>
            {name}
            <span className="text-quiet tabular-nums">{percent}%</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const shades = [1, 0.66, 0.44, 0.28, 0.16]

export interface ProjectContentsProps {
  projectId: string
  /** How many. */
  files: number
  size: string
  tree: TreeNode
  languages: readonly Language[]
  lines: number
}
