import type { ReactNode } from 'react'

import type { Api } from '#contract/client.ts'
import type { Settings, SettingsSection } from '#contract/staff/settings.ts'

import type { Constraints, useForm } from '../../shell/form/use-form.ts'

/** The form of one section of the settings: what it says, its fields, and how they are read. */
export interface SettingsForm<S extends SettingsSection> {
  lead: string
  /** By the names of the fields: what stands inside another object is named as `tcsSection` for `tcs.section`. */
  constraints: Constraints<string>
  /** What the section is to become, as the fields say. */
  read(form: FormData): unknown
  /** What is built in for its fields while they are empty. */
  builtIn?(api: Api): Promise<BuiltIn>
  Fields(props: {
    value: Settings[S]
    field: ReturnType<typeof useForm<string>>['field']
    builtIn?: BuiltIn | undefined
  }): ReactNode
}

export type BuiltIn = Record<string, string | undefined>
