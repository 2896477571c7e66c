import type { Api } from '#contract/client.ts'
import type { Team } from '#contract/content.ts'
import { blocksOf } from '#contract/content/blocks.ts'

import { textIn } from '../../../forms/entered.ts'
import type { SettingsForm } from '../settings-form.ts'
import { OwnText } from './own-text.tsx'

const people = { maxLength: 12_000 } as const
const teamConstraints = { leadership: people, developers: people, advisors: people } as const
const teamLabels = { leadership: 'Leadership', developers: 'Developers', advisors: 'Advisors' } as const
const teamNames = Object.keys(teamLabels) as (keyof Team)[]

/** Who is named on the about page. */
export const teamForm: SettingsForm<'teamPage'> = {
  lead: 'The people on the about page. For each: the name, the role below it, then the text; if you like a line “Skills: one, another” and the addresses at LinkedIn and GitHub. An empty line before the next. While nobody is named, the page says which work is done.',
  constraints: teamConstraints,
  read: (form) => Object.fromEntries(teamNames.map((name) => [name, textIn(form, name)])),
  builtIn: builtInTeam,
  Fields: ({ value, field, builtIn = {} }) =>
    teamNames.map((name) => (
      <OwnText
        key={name}
        label={teamLabels[name]}
        rows={6}
        whenEmpty="Nobody is named"
        builtIn={builtIn[name]}
        {...field(name, value[name])}
      />
    )),
}

async function builtInTeam(api: Api) {
  const { team } = await api.content.team()
  return Object.fromEntries(
    teamNames.map((name) => [
      name,
      blocksOf(
        team[name].map(({ name: called, role, bio, skills, linkedin, github }) => [
          called,
          role,
          bio,
          skills.length > 0 && `Skills: ${skills.join(', ')}`,
          linkedin,
          github,
        ]),
      ),
    ]),
  )
}
