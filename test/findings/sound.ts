import type { Files } from './files.ts'
import * as apps from './sound-apps.ts'
import * as web from './sound-web.ts'

/** Projects that run as their README says, by name. */
export const sound: Record<string, Files> = { ...web, ...apps }
