import { writeFileSync } from 'node:fs'

import { describedApi, openapiFile } from './openapi.ts'

/** Writes the checked-in description of the API. */
writeFileSync(openapiFile, await describedApi())
