// Reports that were paid for, kept in this browser alone: sealed under a key that stands nowhere but in the link to the
// report, so that whoever opens the browser's storage reads nothing.

/**
 * @typedef {{ title: string, page: string, data: string | undefined, transaction: string | undefined, costs: { page: string, data: string | undefined }[] }} Kept
 * @typedef {{ id: string, iv: Uint8Array<ArrayBuffer>, sealed: ArrayBuffer }} Sealed
 */

const STORE = 'reports';

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('forecourt', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'id' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function inStore(mode, act) {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const asked = act(transaction.objectStore(STORE));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
    return asked.result;
  } finally {
    database.close();
  }
}

/**
 * Keeps a new report, and gives the fragment of its link.
 * @param {Kept} kept
 */
export async function keepReport(kept) {
  const id = toText(crypto.getRandomValues(new Uint8Array(12)));
  const key = crypto.getRandomValues(new Uint8Array(32));
  const fragment = `#${id}.${toText(key)}`;
  await writeReport(fragment, kept);
  return fragment;
}

/**
 * @param {string} fragment
 * @param {Kept} kept
 */
export async function writeReport(fragment, kept) {
  const { id, key } = await read(fragment);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(kept));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  await inStore('readwrite', (store) => store.put({ id, iv, sealed }));
}

/**
 * @param {string} fragment
 * @returns {Promise<Kept | undefined>} nothing where this browser does not have it, or the key is another
 */
export async function findReport(fragment) {
  try {
    const { id, key } = await read(fragment);
    /** @type {Sealed | undefined} */
    const found = await inStore('readonly', (store) => store.get(id));
    if (!found) return undefined;
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: found.iv }, key, found.sealed);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return undefined;
  }
}

/** @param {string} fragment */
export async function deleteReport(fragment) {
  const [id = ''] = fragment.slice(1).split('.');
  await inStore('readwrite', (store) => store.delete(id));
}

export async function countReports() {
  return inStore('readonly', (store) => store.count()).catch(() => 0);
}

export async function deleteAllReports() {
  await inStore('readwrite', (store) => store.clear());
}

/** @param {string} fragment */
async function read(fragment) {
  const [id = '', key = ''] = fragment.slice(1).split('.');
  return {
    id,
    key: await crypto.subtle.importKey('raw', fromText(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}

/** @param {Uint8Array} bytes */
function toText(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param {string} text */
function fromText(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
