import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPaise, mulDiv, parseDecimal } from '../src/gst/money.js';
import { GST_RATES, computeLine, computeTotals, summariseByHsn } from '../src/gst/tax.js';

const line = (price, tax, more = {}) => ({ hsn: '6304', qtyMilli: 1000, pricePaise: price, discountBps: 0, taxBps: tax, ...more });

test('mulDiv rounds halves away from zero and stays exact for large numbers', () => {
  assert.equal(mulDiv(5, 1, 10), 1);
  assert.equal(mulDiv(4, 1, 10), 0);
  assert.equal(mulDiv(-5, 1, 10), -1);
  assert.equal(mulDiv(99999999999, 99999999, 1000), 9999999899900000);
});

test('parseDecimal reads typed amounts without floating point', () => {
  assert.equal(parseDecimal('1,250.5', 2), 125050);
  assert.equal(parseDecimal('0.07', 2), 7);
  assert.equal(parseDecimal('2.125', 3), 2125);
  for (const bad of ['', 'abc', '-1', '1.234', '1e5', undefined]) assert.equal(parseDecimal(bad, 2), null);
});

test('amounts are grouped the Indian way', () => assert.equal(formatPaise(123456789), '12,34,567.89'));

test('same state splits the tax into equal CGST and SGST', () => {
  assert.deepEqual(computeLine(line(100000, 1800), false),
    { gross: 100000, discount: 0, taxable: 100000, cgst: 9000, sgst: 9000, igst: 0, total: 118000 });
});

test('another state charges one IGST amount', () => {
  const { cgst, sgst, igst } = computeLine(line(100000, 1800), true);
  assert.deepEqual([cgst, sgst, igst], [0, 0, 18000]);
});

test('each half is rounded on its own: 18% of ₹0.05 is 0.45 paise per half', () => {
  const local = computeLine(line(5, 1800), false);
  assert.deepEqual([local.cgst, local.sgst], [0, 0]);
  assert.equal(computeLine(line(5, 1800), true).igst, 1);
});

test('0.25% on ₹99.99 keeps paise exact', () => {
  assert.equal(computeLine(line(9999, 25), true).igst, 25);
  assert.equal(computeLine(line(9999, 25), false).cgst, 12);
});

test('the discount is taken off before tax', () => {
  const result = computeLine(line(33333, 500, { qtyMilli: 3000, discountBps: 750 }), false);
  assert.deepEqual([result.gross, result.discount, result.taxable], [99999, 7500, 92499]);
  assert.equal(result.cgst, 2312);
});

test('part quantities: 2.5 hours at ₹333.33', () => assert.equal(computeLine(line(33333, 0, { qtyMilli: 2500 }), false).taxable, 83333));

test('the grand total is a whole rupee and round off explains the difference', () => {
  assert.equal(computeTotals([line(10049, 0)], false).roundOff, -49);
  assert.equal(computeTotals([line(10050, 0)], false).roundOff, 50);
  assert.equal(computeTotals([line(10050, 0)], false).grandTotal, 10100);
});

test('for many amounts: CGST equals SGST, parts add up and round off is at most 50 paise', () => {
  for (let price = 1; price < 200000; price += 397) {
    for (const rate of GST_RATES) {
      const lines = [line(price, rate), line(price * 3 + 7, rate, { qtyMilli: 1333, discountBps: 333 })];
      for (const interState of [true, false]) {
        const t = computeTotals(lines, interState);
        assert.equal(t.cgst, t.sgst);
        assert.equal(t.gross - t.discount, t.taxable);
        assert.equal(t.taxable + t.tax + t.roundOff, t.grandTotal);
        assert.equal(t.grandTotal % 100, 0);
        assert.ok(Math.abs(t.roundOff) <= 50);
      }
    }
  }
});

test('the HSN summary adds up to the invoice totals', () => {
  const lines = [line(12345, 500), line(777, 500), line(99900, 1800, { hsn: '9403' })];
  const rows = summariseByHsn(lines, false);
  assert.equal(rows.length, 2);
  assert.equal(rows.reduce((sum, row) => sum + row.cgst, 0), computeTotals(lines, false).cgst);
});
