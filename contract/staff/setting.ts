import type { Role } from '../kit/endpoint.ts'
import { z } from '../kit/zod.ts'

/** One setting: its label, its schema, its value until staff change it, and how it is entered. */
export interface Setting<S extends z.ZodType = z.ZodType> extends Entry {
  label: string
  schema: S
  default: z.output<S>
  /** The settings of a group, whose label is the heading above them. */
  settings?: Record<string, Setting>
  /** The settings of a group with which the form begins. */
  order?: readonly string[]
}

interface Entry {
  /** What stands below the label. */
  hint?: string
  /** How it is entered; by default a boolean is ticked, and numbers and texts are typed. */
  input?: SettingInput
  /** The values to choose from. */
  options?: readonly { value: string; label: string; hint?: string }[]
  placeholder?: string
  /** The heading of the part of the form that begins here. */
  heading?: string
}

/**
 * How a setting is entered. `percent`: stored in hundredths of a percent. `code`: letters and digits. `entries`: one a
 * line. `pageText`: a text in place of one that is built in.
 */
export type SettingInput =
  | 'checkbox'
  | 'radios'
  | 'select'
  | 'number'
  | 'percent'
  | 'text'
  | 'digits'
  | 'code'
  | 'email'
  | 'tel'
  | 'url'
  | 'lines'
  | 'entries'
  | 'pageText'

/** Makes one setting. */
export const setting = <S extends z.ZodType>(
  label: string,
  schema: S,
  value: z.output<S>,
  entry: Entry = {},
): Setting<S> => ({ label, schema, default: value, ...entry })

/** Makes a setting that is an object of several. `order`: those with which the form begins. */
export const group = <Group extends Record<string, Setting>>(
  label: string,
  settings: Group,
  order: readonly (keyof Group & string)[] = [],
) => ({
  label,
  schema: z.object(pluck(settings, 'schema')),
  default: pluck(settings, 'default'),
  settings,
  order,
})

interface Section<Access extends readonly Role[], Name> {
  title: string
  /** The summary of the call that saves it. */
  summary: string
  /** What its form begins with. */
  lead: string
  /** Who may change it. */
  access: Access
  /** The settings with which the form begins, where it has another order than the API. */
  order?: readonly Name[]
}

/** Makes a section of its settings; `refine` adds the rules between them. */
export function section<const Access extends readonly Role[], Group extends Record<string, Setting>>(
  facts: Section<Access, keyof Group & string>,
  settings: Group,
  refine = (schema: z.ZodObject<{ [Name in keyof Group]: Group[Name]['schema'] }>) => schema,
) {
  const schema = refine(z.object(pluck(settings, 'schema')))
  return { ...facts, settings, schema, default: pluck(settings, 'default') }
}

/** Takes one property out of each of several objects. */
export const pluck = <Key extends string, Group extends Record<string, Record<Key, unknown>>>(
  group: Group,
  key: Key,
) =>
  Object.fromEntries(Object.entries(group).map(([name, entry]) => [name, entry[key]])) as {
    [Name in keyof Group]: Group[Name][Key]
  }
