// A thin promise layer over IndexedDB.
const NAME = 'campus-attendance';
const VERSION = 1;
export const STORES = ['classes', 'students', 'sessions'];

let opening;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore('classes', { keyPath: 'id' });
      for (const name of ['students', 'sessions']) {
        db.createObjectStore(name, { keyPath: 'id' }).createIndex('classId', 'classId');
      }
    };
    request.onsuccess = () => {
      const db = request.result;
      // Let another tab upgrade the database instead of blocking it.
      db.onversionchange = () => { db.close(); opening = undefined; };
      resolve(db);
    };
    request.onerror = () => { opening = undefined; reject(request.error); };
  });
  return opening;
}

const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export async function get(store, id) {
  return result((await open()).transaction(store).objectStore(store).get(id));
}

export async function getAll(store) {
  return result((await open()).transaction(store).objectStore(store).getAll());
}

export async function getByClass(store, classId) {
  return result((await open()).transaction(store).objectStore(store).index('classId').getAll(classId));
}

/** Runs `work` with the named object stores in one all-or-nothing transaction. */
export async function write(stores, work) {
  const transaction = (await open()).transaction(stores, 'readwrite');
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The change was not saved.'));
  });
  work(Object.fromEntries(stores.map((name) => [name, transaction.objectStore(name)])));
  return done;
}

/** Deletes every record of `store` that belongs to a class. */
export function deleteByClass(objectStore, classId) {
  objectStore.index('classId').openKeyCursor(classId).onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    objectStore.delete(cursor.primaryKey);
    cursor.continue();
  };
}
