import { useState } from 'react'

import type { Team, TeamMember } from '#contract/content/content.ts'

import { Avatar } from '../ui/avatar.tsx'
import { TagList } from '../ui/badge.tsx'
import { TextLink } from '../ui/button.tsx'
import { Label } from '../ui/label.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** The team in three tabs; without scripts the groups stand one below the other. */
export function TeamTabs({ team }: { team: Team }) {
  const [shown, show] = useState<keyof Team>('leadership')
  return (
    <>
      <Tabs label="Team" items={tabs} value={shown} onChange={(id) => show(id as keyof Team)}>
        <Members members={team[shown]} group={groupOf(shown)} />
      </Tabs>
      <noscript>
        {tabs.slice(1).map(({ id, label }) => (
          <section key={id} className="pt-8">
            <h3 className="text-18 pb-4">{label}</h3>
            <Members members={team[id]} group={label} />
          </section>
        ))}
      </noscript>
    </>
  )
}

function Members({ members, group }: { members: readonly TeamMember[]; group: string }) {
  if (members.length === 0) return <p className="text-quiet">Nobody is named here yet.</p>
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {members.map((member) => (
        <li key={member.name} className="flex">
          <Member {...member} group={group} />
        </li>
      ))}
    </ul>
  )
}

/** A member of the team, drawn as a name badge. */
function Member({ name, role, bio, skills, linkedin, github, group }: TeamMember & { group: string }) {
  const links = [
    { label: 'LinkedIn', href: linkedin },
    { label: 'GitHub', href: github },
  ].filter((link): link is { label: string; href: string } => link.href !== null)
  return (
    <Label
      as="article"
      className="flex w-full flex-col [&>:last-child]:grow"
      head={
        <>
          <span>Readymade</span>
          <span>{group}</span>
        </>
      }
      top={
        <div className="flex items-center gap-5 px-5 pt-2 pb-5">
          <Avatar name={name.replace(/^The /, '')} size="huge" />
          <div className="min-w-0">
            <h3 className="text-18 md:text-22 wrap-anywhere">{name}</h3>
            <p className="text-13 text-quiet mt-0.5">{role}</p>
          </div>
        </div>
      }
    >
      <div className="px-5 pt-3 pb-5">
        <p>{bio}</p>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
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
      </div>
    </Label>
  )
}

const tabs = [
  { id: 'leadership', label: 'Leadership' },
  { id: 'developers', label: 'Developers' },
  { id: 'advisors', label: 'Advisors' },
] as const

const groupOf = (shown: keyof Team) => tabs.find(({ id }) => id === shown)!.label
