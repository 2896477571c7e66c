import { useMemo } from 'react'

import type { Api } from '#contract/client.ts'
import { counted, day } from '#contract/kit/format.ts'
import type { Licence } from '#contract/projects/categories.ts'
import type { Facts } from '#contract/projects/findings.ts'

import type { ShownSample } from '../../projects/source/code-html.ts'
import { rowsOf, sampleAddress } from '../../projects/source/file-tree.ts'
import { useApi } from '../../shell/session/member-api.ts'
import { TextLink } from '../../ui/button.tsx'
import { FileAddresses, FileTree, type LoadRows, type TreeNode } from '../../ui/file-tree.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionHeading } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Shortened } from './shortened.tsx'

/** The contents of a project, shown before paying: every file with its size, and a link where it can be read. */
export function ProjectContents({ projectId, files, licence, tree, addresses }: ProjectContentsProps) {
  const api = useApi()
  const load = useMemo(() => folderLoader(api, projectId), [api, projectId])
  return (
    <section aria-labelledby="inside">
      <SectionHeading
        id="inside"
        heavy
        title="What is inside"
        lead={`You get exactly these, and your ${licence === 'own' ? 'receipt' : 'licence'}.`}
      />
      <Shortened more={`Show all ${counted(files, 'file')}`} className="file-pane">
        <Sheet as="section" aria-label="Files" className="px-4 py-3 sm:px-5">
          <FileAddresses value={addresses}>
            <FileTree nodes={tree.children ?? []} more={tree.more ?? 0} load={load} label="All files" />
          </FileAddresses>
        </Sheet>
      </Shortened>
    </section>
  )
}

interface ProjectContentsProps {
  projectId: string
  /** The number of files. */
  files: number
  licence: Licence
  tree: TreeNode
  /** Where files can be read, by their path. */
  addresses: ReadonlyMap<string, string>
}

/** Loads the folders of a project's tree as the user of `api`. */
const folderLoader =
  (api: () => Promise<Api>, projectId: string): LoadRows =>
  async (path, offset) => {
    const { releases } = await api()
    const { folder } = await releases.folder({ params: { id: projectId }, query: { path, offset } })
    return rowsOf(folder, offset)
  }

/**
 * The first lines of the sample files, which anybody may read before paying, each with a link to the whole file. One is
 * open.
 */
export function ProjectSamples({
  projectId,
  samples,
}: {
  projectId: string
  samples: readonly ShownSample[]
}) {
  if (samples.length === 0) return null
  return (
    <section aria-labelledby="samples">
      <SectionHeading id="samples" title="Samples" />
      {samples.map(({ number, path, facts, html }, index) => (
        <details key={number} open={index === 0} className="sheet sample">
          <summary className="source-head">
            <span className="sample-path">
              {path} <Icon name="chevron-down" className="tree-chevron text-quiet inline size-4" />
            </span>
            <span className="text-quiet font-sans">{facts}</span>
          </summary>
          <pre tabIndex={0} className="source-code sample-start" dangerouslySetInnerHTML={{ __html: html }} />
          <p className="sample-more">
            <TextLink to={sampleAddress(projectId, number)}>Read the whole file</TextLink>
          </p>
        </details>
      ))}
    </section>
  )
}

/** The results of the check of a project's files, for those who think of buying it. */
export function ProjectFacts({ facts, hasRun }: { facts: Facts | null; hasRun: boolean }) {
  if (!facts || facts.good.length + facts.known.length === 0) return null
  return (
    <section aria-labelledby="checked">
      <SectionHeading
        id="checked"
        title="Checked by machine"
        lead={`Release ${facts.release}, ${day(facts.checkedAt)}. ${hasRun ? 'Here files are only read: how it ran stands above.' : 'Files are read, not run.'}`}
      />
      <Shortened onPhones more="Show all findings" className="check-findings">
        <ul className="grid gap-x-8 gap-y-2.5 md:grid-cols-2">
          {facts.good.map((fact) => (
            <li key={fact} className="flex gap-2.5">
              <Icon name="circle-check" className="text-verified mt-0.5 size-5 shrink-0" />
              {fact}
            </li>
          ))}
        </ul>
        {facts.known.length > 0 && (
          <>
            <h3 className="text-16 mt-6">Good to know before you buy</h3>
            <ul className="text-quiet mt-2 list-disc space-y-1.5 pl-5">
              {facts.known.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </>
        )}
      </Shortened>
    </section>
  )
}
