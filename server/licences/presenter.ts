import { shortName } from '#contract/kit/short-name.ts'
import type { VerifiedLicence } from '#contract/orders/licences.ts'

import { isOwning } from '../orders/service.ts'
import { inGroups } from './code.ts'
import type { LicenceRow } from './queries.ts'

/** A licence as everybody sees it who has its code. */
export const toVerified = (row: LicenceRow): VerifiedLicence => ({
  code: inGroups(row.code),
  orderNumber: row.number,
  projectTitle: row.title,
  kind: row.kind as VerifiedLicence['kind'],
  release: row.kind === 'source' ? row.release : null,
  licence: row.ownLicence === null ? 'readymade' : 'own',
  licenceFile: row.ownLicence,
  orderDate: row.createdAt.toISOString(),
  name: shortName(row.name),
  state: isOwning(row) ? 'valid' : 'withdrawn',
})
