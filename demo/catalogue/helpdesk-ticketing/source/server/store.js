import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const EMPTY = { people: [], tickets: [], sessions: [], policy: null, lastNumber: 1000 };

/**
 * Everything the helpdesk knows, in memory, saved to one JSON file after each change.
 * Without a file name the store stays in memory only, which is what the tests use.
 */
export class Store {
  constructor(file) {
    this.file = file;
    this.data = { ...structuredClone(EMPTY), ...(file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) };
  }

  isEmpty() {
    return this.data.people.length === 0;
  }

  reset() {
    this.data = structuredClone(EMPTY);
  }

  /** Runs `change` on the data and saves. The rename means a crash cannot leave half a file. */
  write(change) {
    const result = change(this.data);
    if (this.file) {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(`${this.file}.tmp`, JSON.stringify(this.data, null, 1));
      renameSync(`${this.file}.tmp`, this.file);
    }
    return result;
  }
}
