import { useState } from 'react'

import type { Api } from '#contract/client.ts'
import { grouped } from '#contract/kit/counted.ts'
import type { Changes, Release } from '#contract/projects/source.ts'

import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { ChangedFile } from './changed-file.tsx'
import { useReading } from './use-reading.ts'

/** What changed between two releases, to be chosen: which files, and each file line by line. Nothing while there is one release. */
export function ReleaseChanges({ projectId, releases, since, signIn }: ReleaseChangesProps) {
  const numbers = releases.map(({ number }) => number)
  const [from, setFrom] = useState(since ?? numbers[1] ?? 0)
  const [to, setTo] = useState(numbers[0] ?? 0)
  const { found, failed, isLoading, begin } = useReading<Changes>('Failed to compare the releases')
  if (releases.length < 2) return null
  const options = numbers.map((number) => ({ value: String(number), label: `Release ${number}` }))
  const compare = async () => {
    const { source } = await signIn()
    return (await source.changes({ params: { id: projectId, number: to }, query: { from } })).changes
  }
  return (
    <section aria-label="What changed" className="border-rule border-t px-4 py-4 sm:px-5">
      <h3 className="font-sans font-semibold">What changed</h3>
      <form
        className="mt-3 grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          void begin('changes', compare)
        }}
      >
        <Field label="From">
          <Select
            options={options}
            value={String(from)}
            onChange={({ currentTarget }) => setFrom(Number(currentTarget.value))}
          />
        </Field>
        <Field label="To">
          <Select
            options={options}
            value={String(to)}
            onChange={({ currentTarget }) => setTo(Number(currentTarget.value))}
          />
        </Field>
        <Button type="submit" tone="quiet" pending={Boolean(isLoading)} disabled={from === to}>
          Compare
        </Button>
      </form>
      <div aria-live="polite">
        {failed && <p className="text-stopped mt-4">{failed}</p>}
        {found && <p className="mt-4">{summaryOf(found)}</p>}
      </div>
      {found && found.files.length > 0 && (
        <ul className="border-rule mt-3 border-t">
          {found.files.map((change) => (
            <ChangedFile
              key={`${found.from} ${found.to} ${change.path}`}
              change={change}
              read={async () => {
                const { source } = await signIn()
                const params = { id: projectId, number: found.to }
                const query = { from: found.from, path: change.path }
                return (await source.fileChanges({ params, query })).changes
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function summaryOf({ from, to, added, removed, changed, files }: Changes): string {
  if (files.length === 0) return `Release ${to} has the same files as release ${from}.`
  const all = added + removed + changed
  const counts = [
    added > 0 && `${grouped(added)} added`,
    removed > 0 && `${grouped(removed)} removed`,
    changed > 0 && `${grouped(changed)} changed`,
  ].filter(Boolean)
  const rest = all > files.length ? `; the first ${grouped(files.length)} are listed` : ''
  return `From release ${from} to release ${to}: ${counts.join(', ')}${rest}.`
}

interface ReleaseChangesProps {
  projectId: string
  releases: readonly Release[]
  /** The release to compare with at first; the second newest unless said otherwise. */
  since?: number | undefined
  signIn: () => Promise<Api>
}
