import { day } from '#contract/kit/day.ts'
import type { Facts } from '#contract/projects/findings.ts'

import { Icon } from '../ui/icon.tsx'
import { SectionHeading } from '../ui/layout/section-heading.tsx'

/** What our check of its files tells whoever thinks of buying a project. */
export function ProjectFacts({ facts }: { facts: Facts | null }) {
  if (!facts || facts.good.length + facts.known.length === 0) return null
  return (
    <section aria-labelledby="checked">
      <SectionHeading
        id="checked"
        title="Checked by machine"
        lead={`Release ${facts.release}, on ${day(facts.checkedAt)}. The check reads the files, it does not run them.`}
      />
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
    </section>
  )
}
