import { useState } from 'react'

import type { Team, TeamMember } from '#contract/content.ts'

import { Sheet } from '../ui/layout/sheet.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** The team in three tabs; without scripts one below the other. */
export function TeamTabs({ team }: { team: Team }) {
  const [shown, show] = useState<keyof Team>('leadership')
  return (
    <>
      <Tabs label="Team" items={tabs} value={shown} onChange={(id) => show(id as keyof Team)}>
        <Members members={team[shown]} />
      </Tabs>
      <noscript>
        {tabs.slice(1).map(({ id, label }) => (
          <section key={id} className="pt-8">
            <h3 className="text-18 pb-4">{label}</h3>
            <Members members={team[id]} />
          </section>
        ))}
      </noscript>
    </>
  )
}

function Members({ members }: { members: readonly TeamMember[] }) {
  if (members.length === 0) return <p className="text-quiet">Nobody is named here yet.</p>
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {members.map((member) => (
        <Member key={member.name} {...member} />
      ))}
    </ul>
  )
}

function Member({ name, role, bio, skills, linkedin, github }: TeamMember) {
  const links = [
    { label: 'LinkedIn', href: linkedin },
    { label: 'GitHub', href: github },
  ].filter((link): link is { label: string; href: string } => link.href !== null)
  return (
    <Sheet as="li" padded className="flex flex-col">
      <h3 className="text-18">{name}</h3>
      <p className="text-13 text-quiet mt-0.5 font-mono">{role}</p>
      <p className="mt-3 mb-4">{bio}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <TagList items={skills} max={12} wrap label="Skills" />
        {links.length > 0 && (
          <p className="text-14 flex gap-4">
            {links.map(({ label, href }) => (
              <TextLink key={label} to={href} newTab className="py-2.5">
                {label}
                <span className="sr-only"> of {name}</span>
              </TextLink>
            ))}
          </p>
        )}
      </div>
    </Sheet>
  )
}

const tabs = [
  { id: 'leadership', label: 'Leadership' },
  { id: 'developers', label: 'Developers' },
  { id: 'advisors', label: 'Advisors' },
] as const
