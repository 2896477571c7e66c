import { z } from '#contract/kit/zod.ts'
import type { Setting, SettingInput } from '#contract/staff/setting.ts'

import { constraintsOf } from '../../shell/form/constraints.ts'
import { type Constraint, numberIn, textIn } from '../../shell/form/use-form.ts'

/** A setting as a field of a form, named by its path: `tcs/on` is in the group `tcs`. */
export type SettingField = Setting & { name: string }

/** Lists the settings of a section, or of a group in it, in the order of the form. */
export const fieldsOf = (
  { settings = {}, order = [] }: Pick<Setting, 'settings' | 'order'>,
  above = '',
): SettingField[] =>
  [...new Set([...order, ...Object.keys(settings)])].flatMap((name) => {
    const setting = settings[name]!
    if (!setting.settings) return [{ ...setting, name: above + name }]
    const [first, ...others] = fieldsOf(setting, `${above}${name}/`)
    return [{ ...first!, heading: setting.label }, ...others]
  })

/** How a setting is entered. */
export const inputOf = ({ input, default: value }: Setting): SettingInput =>
  input ?? (typeof value === 'boolean' ? 'checkbox' : typeof value === 'number' ? 'number' : 'text')

/** Reads the settings of a section, or of a group in it, from a form. */
export const readSettings = (
  settings: Record<string, Setting>,
  form: FormData,
  above = '',
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      setting.settings
        ? readSettings(setting.settings, form, `${above}${name}/`)
        : readField(setting, form, above + name),
    ]),
  )

function readField(setting: Setting, form: FormData, name: string): unknown {
  const input = inputOf(setting)
  if (input === 'checkbox') return form.get(name) === 'on'
  if (input !== 'number' && input !== 'percent') return textIn(form, name)
  const number = numberIn(form, name)
  if (number === undefined) return null
  return input === 'percent' ? Math.round(number * 100) : number
}

/** Derives the HTML constraints of fields from their schemas; one is required whose schema refuses an empty field. */
export function constraintsOfFields(fields: readonly SettingField[]): Record<string, Constraint> {
  const constraints: Record<string, Constraint> = constraintsOf(
    z.object(Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))),
  )
  return Object.fromEntries(
    fields.map(({ name, ...setting }) => {
      // A pattern is of the normalized text, and not of what is typed.
      const { min, max, step, maxLength } = constraints[name]!
      const numbers =
        inputOf(setting) === 'percent' ? { min: min! / 100, max: max! / 100, step: 0.01 } : { min, max, step }
      const isRequired = !setting.schema.safeParse(readField(setting, new FormData(), name)).success
      return [name, { ...numbers, maxLength, ...(isRequired && { required: true }) }]
    }),
  )
}
