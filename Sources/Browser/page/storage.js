// What survives a reload: the watch's bonds and the phone's.

/**
 * A few small records. `get` is immediate; `set` says when the record is safe.
 * @typedef {object} Records
 * @property {(name: string) => Uint8Array | undefined} get
 * @property {(name: string, record: Uint8Array) => Promise<void>} set
 * @property {(name: string) => Promise<void>} remove
 * @property {() => Promise<void>} clear
 */

const store = "records";

/**
 * Records in memory, for tests and for browsers that store nothing.
 * @returns {Records}
 */
export function memoryRecords() {
  /** @type {Map<string, Uint8Array>} */
  const records = new Map();
  return {
    get: (name) => records.get(name),
    set: async (name, record) => void records.set(name, record),
    remove: async (name) => void records.delete(name),
    clear: async () => records.clear(),
  };
}

/**
 * The same records, with a report of each change that the browser does not store. `get` returns the change
 * nevertheless.
 * @param {Records} records
 * @param {() => void} report
 * @returns {Records}
 */
export function reporting(records, report) {
  const watched = (/** @type {Promise<void>} */ change) => change.catch((error) => {
    report();
    throw error;
  });
  return {
    get: (name) => records.get(name),
    set: (name, record) => watched(records.set(name, record)),
    remove: (name) => watched(records.remove(name)),
    clear: () => watched(records.clear()),
  };
}

/**
 * Records in the browser's database.
 * @param {string} name
 * @returns {Promise<Records>}
 */
export async function openRecords(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store);
  const database = await outcome(opening);
  const reading = database.transaction(store).objectStore(store);
  const [keys, values] = await Promise.all([outcome(reading.getAllKeys()), outcome(reading.getAll())]);
  /** @type {Map<string, Uint8Array>} */
  const records = new Map(keys.map((key, index) => [String(key), values[index]]));

  /** @param {(store: IDBObjectStore) => void} change */
  const change = (change) => new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    const transaction = database.transaction(store, "readwrite");
    change(transaction.objectStore(store));
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
  return {
    get: (name) => records.get(name),
    set: (name, record) => {
      records.set(name, record);
      return change((store) => void store.put(record, name));
    },
    remove: (name) => {
      records.delete(name);
      return change((store) => void store.delete(name));
    },
    clear: () => {
      records.clear();
      return change((store) => void store.clear());
    },
  };
}

/**
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
function outcome(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
