import type { About } from '#contract/content.ts'
import { layers } from '#contract/content/lists.ts'

import { Badge } from '../ui/badge.tsx'

/** Technologies in ruled rows, one for each layer that has any. */
export function BuiltWith({ technologies }: Pick<About, 'technologies'>) {
  const rows = layers
    .map((layer) => ({ layer, named: technologies.filter(({ category }) => category === layer) }))
    .filter(({ named }) => named.length > 0)
  return (
    <dl>
      {rows.map(({ layer, named }) => (
        <div
          key={layer}
          className="border-rule grid items-center gap-x-6 gap-y-2.5 border-b py-3.5 first:pt-0 last:border-b-0 sm:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{layer}</dt>
          <dd className="flex flex-wrap gap-1.5">
            {named.map(({ name }) => (
              <Badge key={name} tone="plain" className="text-ink!">
                {name}
              </Badge>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
