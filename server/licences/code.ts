import { randomInt } from 'node:crypto'

/** Crockford's base 32: no letter that is taken for a digit, nor U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 20

/** 100 random bits that nobody guesses. */
export const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(32)]).join('')

/** A code as people read it: ABCDE-FGHJK-MNPQR-STVWX. */
export const inGroups = (code: string): string => code.match(/.{5}/g)!.join('-')

/** A code as it was typed or copied, in the form it is stored in; undefined when it cannot be one. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === length && !code.includes('U') ? code : undefined
}
