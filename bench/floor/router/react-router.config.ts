import type { Config } from '@react-router/dev/config'

import { folder } from './folder.ts'

export default { appDirectory: 'app', buildDirectory: folder } satisfies Config
