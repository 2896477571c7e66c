import type { ReactNode } from 'react'

import type { Api } from '#contract/client.ts'
import type { Settings, SettingsSection } from '#contract/staff/settings.ts'

import type { Constraints, useForm } from '../../shell/form/use-form.ts'

/** The form of one section of the settings: its texts, its fields, and how they are read. */
export interface SettingsForm<S extends SettingsSection> {
  lead: string
  /** The constraints by the names of the fields; a nested setting such as `tcs.section` is named `tcsSection`. */
  constraints: Constraints<string>
  /** Reads the new value of the section from the fields. */
  read(form: FormData): unknown
  /** Loads the built-in texts that apply while fields are empty. */
  builtIn?(api: Api): Promise<BuiltIn>
  Fields(props: {
    value: Settings[S]
    field: ReturnType<typeof useForm<string>>['field']
    builtIn?: BuiltIn | undefined
  }): ReactNode
}

export type BuiltIn = Record<string, string | undefined>
