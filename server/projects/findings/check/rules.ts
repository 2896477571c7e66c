import type { Rule } from '../files/rule.ts'
import { brokenDump, databaseName, missingTable, noSchema } from '../rules/database.ts'
import { missingDependency, noManifest } from '../rules/dependencies.ts'
import { buildOutput, generatedFile, largeFile, logs } from '../rules/file-notes.ts'
import { envFile, privateKey, secretValue, serviceKey } from '../rules/keys.ts'
import { copiedLicence } from '../rules/licences.ts'
import { machinePath } from '../rules/machine-path.ts'
import { missingFile } from '../rules/missing-file.ts'
import { noEntry } from '../rules/no-entry.ts'
import { databasePassword, mailPassword } from '../rules/passwords.ts'
import { aadhaar, personalData } from '../rules/personal-data.ts'
import { readmeCommand, readmeQuality } from '../rules/readme.ts'
import { removedPhp } from '../rules/removed-php.ts'
import { declaredTechnology } from '../rules/technologies.ts'

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
  buildOutput,
  logs,
  copiedLicence,
]
