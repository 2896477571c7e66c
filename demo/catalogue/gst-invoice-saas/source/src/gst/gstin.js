import { STATES } from './states.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

/** The 15th character: a mod-36 checksum over the first 14. */
export function checkDigit(first14) {
  let sum = 0;
  [...first14].forEach((char, index) => {
    const product = ALPHABET.indexOf(char) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  });
  return ALPHABET[(36 - (sum % 36)) % 36];
}

/** Returns null when the GSTIN is good, otherwise a sentence that says what is wrong. */
export function gstinProblem(gstin, stateCode) {
  if (!FORMAT.test(gstin)) return 'GSTIN must look like 08ABCDE1234F1Z5 (15 characters).';
  if (!STATES[gstin.slice(0, 2)]) return 'GSTIN starts with an unknown state code.';
  if (checkDigit(gstin.slice(0, 14)) !== gstin[14]) return 'GSTIN check digit is wrong. Please look for a typing mistake.';
  if (stateCode && gstin.slice(0, 2) !== stateCode) return `GSTIN belongs to ${STATES[gstin.slice(0, 2)]}, not to the selected state.`;
  return null;
}
