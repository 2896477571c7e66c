import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const COLLECTIONS = ['accounts', 'users', 'sessions', 'customers', 'items', 'invoices'];

/**
 * A small document store kept in memory and mirrored to one JSON file.
 * Writes go to a temporary file that is then renamed, so a crash never leaves half a file.
 * Pass no file name to get a store that lives only in memory (used by the tests).
 */
export class Store {
  constructor(file) {
    this.file = file;
    const saved = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    this.data = Object.fromEntries(COLLECTIONS.map((name) => [name, saved[name] ?? []]));
  }

  find(collection, test) { return this.data[collection].find(test); }
  filter(collection, test) { return this.data[collection].filter(test); }

  insert(collection, fields) {
    const doc = { id: randomUUID(), createdAt: new Date().toISOString(), ...fields };
    this.data[collection].push(doc);
    this.#save();
    return doc;
  }

  update(collection, id, changes) {
    const doc = this.find(collection, (candidate) => candidate.id === id);
    if (!doc) throw new Error(`No such record in ${collection}: ${id}`);
    Object.assign(doc, changes);
    this.#save();
    return doc;
  }

  remove(collection, test) {
    this.data[collection] = this.data[collection].filter((doc) => !test(doc));
    this.#save();
  }

  /** All changes made inside `work` are kept together, or all undone if it throws. */
  transaction(work) {
    const before = structuredClone(this.data);
    this.inTransaction = true;
    try {
      const result = work();
      this.inTransaction = false;
      this.#save();
      return result;
    } catch (error) {
      this.inTransaction = false;
      this.data = before;
      throw error;
    }
  }

  /** The same store seen by one business. It cannot read or change another business's records. */
  forAccount(accountId) {
    const mine = (test) => (doc) => doc.accountId === accountId && test(doc);
    return {
      account: () => this.find('accounts', (doc) => doc.id === accountId),
      saveAccount: (changes) => this.update('accounts', accountId, changes),
      list: (collection, test = () => true) => this.filter(collection, mine(test)),
      get: (collection, id) => this.find(collection, mine((doc) => doc.id === id)),
      insert: (collection, fields) => this.insert(collection, { ...fields, accountId }),
      update: (collection, id, changes) => {
        if (!this.find(collection, mine((doc) => doc.id === id))) throw new Error(`No such record in ${collection}: ${id}`);
        return this.update(collection, id, changes);
      },
      remove: (collection, id) => this.remove(collection, mine((doc) => doc.id === id)),
      transaction: (work) => this.transaction(work),
    };
  }

  #save() {
    if (!this.file || this.inTransaction) return;
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.tmp`, JSON.stringify(this.data, null, 1));
    renameSync(`${this.file}.tmp`, this.file);
  }
}
