import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { SettingsForm } from './settings-form.ts'

const homeConstraints = { countsProjects: {}, countsStudents: {}, countsTechnologies: {} } as const
const isOn = (form: FormData, name: string) => form.get(name) === 'on'

/** Which figures of the home page are counted. */
export const homeForm: SettingsForm<'home'> = {
  lead: 'The strip of figures on the home page: counted, or as promised.',
  constraints: homeConstraints,
  read: (form) => ({
    countsProjects: isOn(form, 'countsProjects'),
    countsStudents: isOn(form, 'countsStudents'),
    countsTechnologies: isOn(form, 'countsTechnologies'),
  }),
  Fields: ({ value }) => (
    <div className="flex flex-col">
      <Checkbox
        name="countsProjects"
        defaultChecked={value.countsProjects}
        label="Count the projects"
        hint="Those listed now, instead of 500+"
      />
      <Checkbox
        name="countsStudents"
        defaultChecked={value.countsStudents}
        label="Count the students"
        hint="Members with a completed order, instead of 2000+"
      />
      <Checkbox
        name="countsTechnologies"
        defaultChecked={value.countsTechnologies}
        label="Count the technologies"
        hint="Those of projects listed now, instead of 50+"
      />
    </div>
  ),
}
