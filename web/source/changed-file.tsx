import type { Change, FileChanges } from '#contract/projects/source.ts'

import { sizeText } from '../projects/file-tree.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DifferenceView } from './difference-view.tsx'
import { useReading } from './use-reading.ts'

/** One file that changed; opened it shows how, line by line. */
export function ChangedFile({ change, read }: { change: Change; read: () => Promise<FileChanges> }) {
  const { found, failed, isLoading, begin } = useReading<FileChanges>('Failed to compare the file')
  const load = () => void begin(change.path, read)
  return (
    <li className="border-rule border-b">
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && !found && !isLoading) load()
        }}
      >
        <summary className="hover:bg-sunk text-13 flex min-h-11 list-none items-center gap-3 px-2 py-1.5 font-mono [&::-webkit-details-marker]:hidden">
          <span className={`w-[7ch] shrink-0 ${looks[change.change]}`}>{change.change}</span>
          <span className="min-w-0 flex-1 truncate" title={change.path}>
            {change.path}
          </span>
          <span className="text-quiet shrink-0 tabular-nums max-sm:hidden">{sizesOf(change)}</span>
          <Icon name="chevron-down" className="tree-chevron text-quiet size-5 shrink-0" />
        </summary>
        <div className="border-rule mb-3 border">
          {isLoading && <p className="text-quiet p-4">Loading...</p>}
          {failed && (
            <div role="alert" className="flex flex-wrap items-center gap-4 p-4">
              <p>{failed}</p>
              <Button tone="quiet" size="small" onClick={load}>
                Try Again
              </Button>
            </div>
          )}
          {found && (
            <section
              aria-label={`Lines of ${change.path}`}
              tabIndex={0}
              className="scroll-cue scroll-cue-below max-h-[32rem] overflow-auto"
            >
              <DifferenceView changes={found} />
            </section>
          )}
        </div>
      </details>
    </li>
  )
}

const looks: Record<Change['change'], string> = {
  added: 'text-verified',
  removed: 'text-stopped',
  changed: 'text-waiting',
}

function sizesOf({ before, after }: Change): string {
  if (before === null) return sizeText(after ?? 0)
  if (after === null) return sizeText(before)
  return `${sizeText(before)} → ${sizeText(after)}`
}
