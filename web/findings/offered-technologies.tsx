import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Findings } from '#contract/projects/findings.ts'

import type { FormAnswer } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Icon } from '../ui/icon.tsx'

/** As many as a project may name, and as many as are offered at once. */
const max = { named: 20, offered: 8 }

/** Offers the technologies that the files show and the project's details do not name: each alone, or all of them. */
export function OfferedTechnologies({
  technologies,
  named,
  address,
}: Pick<Findings, 'technologies'> & { named: number; address: string }) {
  const fetcher = useFetcher<FormAnswer & { done?: string }>()
  const { data, formData } = fetcher
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
    else if (data?.message) notify(data.message, { tone: 'failed' })
  }, [data])
  const offered = technologies
    .filter(({ isDeclared }) => !isDeclared)
    .slice(0, Math.max(0, Math.min(max.offered, max.named - named)))
    .map(({ name }) => name)
  if (offered.length === 0) return null
  const pending = fetcher.state === 'idle' ? [] : (formData?.getAll('technology') ?? [])
  return (
    <div className="border-rule flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-4 py-4 sm:px-5">
      <p className="text-14 min-w-0 basis-full font-semibold">
        Your files use these too. Add them, so that buyers find the project by them.
      </p>
      <fetcher.Form method="post" action={address} className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="technologies" />
        {offered.map((name) => (
          <Button
            key={name}
            type="submit"
            tone="quiet"
            size="small"
            name="technology"
            value={name}
            icon={<Icon name="plus" />}
            pending={pending.length === 1 && pending[0] === name}
            disabled={pending.length > 0}
            aria-label={`Add ${name}`}
          >
            {name}
          </Button>
        ))}
      </fetcher.Form>
      {offered.length > 1 && (
        <fetcher.Form method="post" action={address}>
          <input type="hidden" name="intent" value="technologies" />
          {offered.map((name) => (
            <input key={name} type="hidden" name="technology" value={name} />
          ))}
          <Button
            type="submit"
            tone="link"
            size="small"
            pending={pending.length > 1}
            disabled={pending.length > 0}
          >
            Add All
          </Button>
        </fetcher.Form>
      )}
    </div>
  )
}
