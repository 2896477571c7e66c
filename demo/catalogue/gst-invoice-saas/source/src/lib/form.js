import { parseDecimal } from '../gst/money.js';
import { isDate } from './dates.js';

/** Reads and checks a submitted form. Collects one message per field in `errors`. */
export class Form {
  constructor(params) {
    this.params = params;
    this.errors = {};
  }

  get ok() { return Object.keys(this.errors).length === 0; }

  fail(name, message) { this.errors[name] ??= message; }

  text(name, label, { required = false, max = 120, pattern, hint } = {}) {
    const value = (this.params.get(name) ?? '').trim();
    if (required && !value) this.fail(name, `${label} is required.`);
    if (value.length > max) this.fail(name, `${label} can be at most ${max} characters.`);
    if (value && pattern && !pattern.test(value)) this.fail(name, hint ?? `${label} is not valid.`);
    return value;
  }

  /** A number with a fixed count of decimal places, returned as a scaled integer. */
  decimal(name, label, options) {
    return this.scaled(this.params.get(name), name, label, options);
  }

  scaled(text, name, label, { places, min = 0, max }) {
    const value = parseDecimal(text, places);
    if (value === null) this.fail(name, `${label} must be a number with at most ${places} decimals.`);
    else if (value < min || (max !== undefined && value > max)) this.fail(name, `${label} is out of range.`);
    return value ?? 0;
  }

  choice(name, label, allowed) {
    const value = this.params.get(name) ?? '';
    if (!allowed.includes(value)) this.fail(name, `Please choose a ${label.toLowerCase()}.`);
    return value;
  }

  date(name, label) {
    const value = this.params.get(name) ?? '';
    if (!isDate(value)) this.fail(name, `${label} must be a date.`);
    return value;
  }
}
