import type { Files } from './files.ts'
import { apps } from './sound-apps.ts'
import { web } from './sound-web.ts'

/** Projects that run as their README says, by name. */
export const soundProjects: Record<string, Files> = { ...web, ...apps }
