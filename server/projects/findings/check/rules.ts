import type { Rule } from '../files/rule.ts'
import { absentPart, structure } from '../rules/absent-parts.ts'
import { contentTerms } from '../rules/content-terms.ts'
import { brokenDump, databaseName, missingTable, noSchema } from '../rules/database.ts'
import { defaultPassword } from '../rules/default-passwords.ts'
import { missingDependency, noManifest } from '../rules/dependencies.ts'
import { buildOutput, generatedFile, largeFile, serverLog } from '../rules/file-notes.ts'
import { frameworkKey } from '../rules/framework-keys.ts'
import { envFile, privateKey, secretValue, serviceKey } from '../rules/keys.ts'
import { copiedLicence } from '../rules/licences.ts'
import { machinePath } from '../rules/machine-path.ts'
import { missingFile } from '../rules/missing-file.ts'
import { noEntry } from '../rules/no-entry.ts'
import { databasePassword, mailPassword } from '../rules/passwords.ts'
import { personal } from '../rules/people.ts'
import { aadhaar, personalData } from '../rules/personal-data.ts'
import { provenance } from '../rules/provenance.ts'
import { readmeCommand, readmeQuality } from '../rules/readme.ts'
import { removedPhp } from '../rules/removed-php.ts'
import { report } from '../rules/report.ts'
import { neededService } from '../rules/services.ts'
import { declaredTechnology } from '../rules/technologies.ts'
import { tracking } from '../rules/tracking.ts'

/** Every rule, in the order in which an owner reads what they found. */
export const rules: readonly Rule[] = [
  privateKey,
  serviceKey,
  databasePassword,
  mailPassword,
  envFile,
  secretValue,
  aadhaar,
  personal,
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
  report,
  neededService,
  absentPart,
  defaultPassword,
  frameworkKey,
  declaredTechnology,
  largeFile,
  generatedFile,
  buildOutput,
  copiedLicence,
  contentTerms,
  provenance,
  tracking,
  structure,
  serverLog,
]
