import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigit, gstinProblem } from '../src/gst/gstin.js';
import { amountInWords, numberInWords } from '../src/gst/words.js';
import { financialYear, isDate, lastMonths } from '../src/lib/dates.js';

test('GSTIN check digit matches a published example', () => {
  assert.equal(checkDigit('27AAPFU0939F1Z'), 'V');
  assert.equal(gstinProblem('27AAPFU0939F1ZV'), null);
});

test('GSTIN mistakes are explained', () => {
  assert.match(gstinProblem('27AAPFU0939F1Z'), /15 characters/);
  assert.match(gstinProblem('27AAPFU0993F1ZV'), /check digit/);
  assert.match(gstinProblem('27AAPFU0939F1ZV', '08'), /Maharashtra/);
});

test('numbers in words use lakh and crore', () => {
  assert.equal(numberInWords(0), 'Zero');
  assert.equal(numberInWords(115), 'One Hundred Fifteen');
  assert.equal(numberInWords(1250000), 'Twelve Lakh Fifty Thousand');
  assert.equal(numberInWords(1234567890), 'One Hundred Twenty Three Crore Forty Five Lakh Sixty Seven Thousand Eight Hundred Ninety');
  assert.equal(amountInWords(4550), 'Rupees Forty Five and Fifty Paise Only');
});

test('the financial year starts in April', () => {
  assert.equal(financialYear('2026-03-31'), '25-26');
  assert.equal(financialYear('2026-04-01'), '26-27');
  assert.equal(financialYear('2099-12-01'), '99-00');
});

test('dates', () => {
  assert.equal(isDate('2026-02-29'), false);
  assert.equal(isDate('2028-02-29'), true);
  assert.deepEqual(lastMonths('2026-02-10', 3), ['2025-12', '2026-01', '2026-02']);
});
