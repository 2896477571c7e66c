import { declaredTechnology } from '../notes/declared-technology.ts'
import { generatedFile } from '../notes/generated-file.ts'
import { largeFile } from '../notes/large-file.ts'
import { copiedLicence } from '../notes/licences.ts'
import { readmeQuality } from '../notes/readme-quality.ts'
import { brokenDump } from '../running/broken-dump.ts'
import { databaseName } from '../running/database-name.ts'
import { machinePath } from '../running/machine-path.ts'
import { missingDependency } from '../running/missing-dependency.ts'
import { missingFile } from '../running/missing-file.ts'
import { missingTable } from '../running/missing-table.ts'
import { noEntry } from '../running/no-entry.ts'
import { noManifest } from '../running/no-manifest.ts'
import { noSchema } from '../running/no-schema.ts'
import { readmeCommand } from '../running/readme-command.ts'
import { removedPhp } from '../running/removed-php.ts'
import { aadhaar } from '../secrets/aadhaar.ts'
import { databasePassword } from '../secrets/database-password.ts'
import { envFile } from '../secrets/env-file.ts'
import { mailPassword } from '../secrets/mail-password.ts'
import { personalData } from '../secrets/personal-data.ts'
import { privateKey } from '../secrets/private-key.ts'
import { secretValue } from '../secrets/secret-value.ts'
import { serviceKey } from '../secrets/service-key.ts'
import type { Rule } from './rule.ts'

/** Every rule, in the order in which an owner reads what they found. */
export const rules: readonly Rule[] = [
  privateKey,
  serviceKey,
  databasePassword,
  mailPassword,
  envFile,
  secretValue,
  aadhaar,
  personalData,
  noSchema,
  brokenDump,
  missingTable,
  databaseName,
  removedPhp,
  noManifest,
  missingDependency,
  noEntry,
  machinePath,
  missingFile,
  readmeCommand,
  readmeQuality,
  declaredTechnology,
  largeFile,
  generatedFile,
  copiedLicence,
]
