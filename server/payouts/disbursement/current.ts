import type { Disbursement } from './disbursement.ts'
import { manual } from './manual.ts'

/** How payouts are sent that are asked for from now on. */
export const disbursement: Disbursement = manual
