// Reports that were paid for: sealed in this browser under the key of their link, kept in it with their links, and kept
// sealed by the service, which never has a key.

import { sealedReportsPath } from '../../documents/links.ts';
import { contentOf, dataOf } from './dom.js';

/**
 * @typedef {{ page: string, signature: string | undefined }} Sold a page as it was sold, and our word that it was
 * @typedef {Sold & { sale?: string }} Report with the fields of the purchase whose bill was asked for
 * @typedef {{ id: string, key: string }} Link
 * @typedef {{ iv: Uint8Array<ArrayBuffer>, sealed: ArrayBuffer }} Sealed
 * @typedef {Sealed & Link & { car: string, vin: string, savedOn: number, transaction: string | undefined, ticket: string | undefined, isSent: boolean, data?: Sealed }} Entry what this browser keeps
 */

const STORE = 'reports';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** Most sealed reports, and most of their data, have twice this length, which says next to nothing about the car. */
const STEP_BYTES = 8_192;
const LEAST_STEPS = 2;
/** The answer as programs get it: longer than the page, and rarely wanted, so that it is sealed apart. */
const DATA = /<template id="answer-data">[\s\S]*?<\/template>/;
/** Is not kept: the page that shows it has it. */
const STYLE = /<style id="report-style">[\s\S]*?<\/style>/;

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

/** @param {string} id @returns {Promise<Entry | undefined>} */
export const findEntry = (id) => inStore('readonly', (store) => store.get(id));
/** @returns {Promise<Entry[]>} */
export const allEntries = () => inStore('readonly', (store) => store.getAll());
/** @param {Entry} entry */
export const putEntry = (entry) => inStore('readwrite', (store) => store.put(entry));
/** @param {string} id */
export const removeEntry = (id) => inStore('readwrite', (store) => store.delete(id));

/**
 * Keeps a report that has just been bought: here or, where the browser keeps nothing, with the service.
 * @param {import('./pay.js').Bought} bought
 * @returns {Promise<string | undefined>} the fragment of its link; nothing where nobody keeps it
 */
export async function keepReport({ page = '', signature, transaction = '', ticket }) {
  const link = await newLink();
  const report = { page: page.replace(DATA, '').replace(STYLE, ''), signature };
  const data = await seal({ page: DATA.exec(page)?.[0] ?? '', signature }, link.key);
  const sealed = await seal(report, link.key);
  const entry = { ...aboutOf(report), ...link, ...sealed, data, transaction, ticket };
  const isKept = await putEntry(entry).then(
    () => true,
    async () => (await sendEntry(entry)).ok,
  );
  return isKept ? fragmentOf(link) : undefined;
}

/**
 * Gives the members of a report that a list shows.
 * @param {Report} report
 */
export function aboutOf({ page }) {
  const { nodes } = contentOf(page);
  const heading = nodes.find((node) => node instanceof Element && node.querySelector('h1'));
  const car = heading instanceof Element ? heading.querySelector('h1')?.textContent : undefined;
  const { vin = '' } = carDataOf(page);
  return { car: car ?? '', vin: String(vin), savedOn: Date.now(), ticket: undefined, isSent: false };
}

/** Gives what a page has of the answer: all of it, where it was kept before both lay apart. @param {string} page */
export const carDataOf = (page) => JSON.parse(dataOf(page, 'car-data') ?? dataOf(page) ?? '{}');

/**
 * Gives the answer of a report, from this browser or from the service.
 * @param {Entry} entry
 * @param {Sold} report
 * @returns {Promise<string>} rejects where it cannot be had, or is another
 */
export async function answerOf(entry, { signature }) {
  const { key, data } = entry;
  const found = data ?? (await readSealed(await fetchSealed(await idOf(ofData(key)))));
  const { page } = await unseal(found, key);
  if (!data) {
    if (statementOf(signature).data !== (await digestOf(page))) throw new Error('Another answer');
    entry.data = found;
    await putEntry(entry).catch(() => {});
  }
  return dataOf(page) ?? '{}';
}

/** Stands for the key where the service keeps the data of a report under a name of its own. @param {string} key */
const ofData = (key) => `${key} data`;

/** Makes the link of a new report: its name follows from its key. @returns {Promise<Link>} */
async function newLink() {
  const key = toText(crypto.getRandomValues(new Uint8Array(32)));
  return { id: await idOf(key), key };
}

/** @param {Link} link */
export const fragmentOf = ({ id, key }) => `#${id}.${key}`;

/** @param {string} fragment @returns {Link | undefined} nothing where a part of the link is missing */
export function readLink(fragment) {
  const [, id, key] = /^#([\w-]{16})\.([\w-]{43})$/.exec(fragment) ?? [];
  return id !== undefined && key !== undefined ? { id, key } : undefined;
}

/** Only who has the key can make it: with it the service changes and removes what it keeps. @param {string} key */
const proofOf = (key) => digestOf(`proof ${key}`);

/** @param {string} key */
export async function idOf(key) {
  return (await digestOf(await proofOf(key))).slice(0, 16);
}

/** @param {string} text */
async function digestOf(text) {
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

/**
 * @param {Report} report
 * @param {string} key
 * @returns {Promise<Sealed>}
 */
export async function seal(report, key) {
  const packed = await through(new CompressionStream('gzip'), utf8(JSON.stringify(report)));
  const steps = Math.ceil((packed.byteLength + IV_BYTES + LENGTH_BYTES + TAG_BYTES) / STEP_BYTES);
  const plain = new Uint8Array(Math.max(steps, LEAST_STEPS) * STEP_BYTES - IV_BYTES - TAG_BYTES);
  new DataView(plain.buffer).setUint32(0, packed.byteLength);
  plain.set(packed, LENGTH_BYTES);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherOf(key), plain) };
}

/**
 * @param {Sealed} sealed
 * @param {string} key
 * @returns {Promise<Report>} rejects where the key is another
 */
export async function unseal({ iv, sealed }, key) {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await cipherOf(key), sealed);
  const packed = new Uint8Array(plain, LENGTH_BYTES, new DataView(plain).getUint32(0));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('gzip'), packed)));
}

/** @param {string} key */
function cipherOf(key) {
  return crypto.subtle.importKey('raw', fromText(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/**
 * Has the service keep what lies here. Says by its status whether it does.
 * @param {Pick<Entry, 'iv' | 'sealed' | 'key' | 'ticket' | 'data'>} entry
 */
export async function sendEntry({ iv, sealed, key, ticket = '', data }) {
  /** @param {string} name @param {Sealed} part */
  const send = async (name, part) => {
    const headers = { 'Report-Proof': await proofOf(name), 'Report-Ticket': ticket };
    return fetch(sealedReportsPath, { method: 'POST', headers, body: new Blob([part.iv, part.sealed]) });
  };
  const reply = await send(key, { iv, sealed });
  return reply.ok && data ? send(ofData(key), data) : reply;
}

/** @param {string} id */
export const fetchSealed = (id) => fetch(`${sealedReportsPath}?id=${id}`);

/** @param {Response} response @returns {Promise<Sealed>} */
export async function readSealed(response) {
  const bytes = await response.arrayBuffer();
  return { iv: new Uint8Array(bytes.slice(0, IV_BYTES)), sealed: bytes.slice(IV_BYTES) };
}

/** Links whose copy with the service is to be removed, until it is. */
const ENDING = 'forecourt-ending';

/** @returns {string[]} */
const endingKeys = () => JSON.parse(localStorage.getItem(ENDING) ?? '[]');

/** @param {string} key @param {boolean} isEnding */
export function setEnding(key, isEnding) {
  const others = endingKeys().filter((other) => other !== key);
  localStorage.setItem(ENDING, JSON.stringify(isEnding ? [...others, key] : others));
}

/** Removes from the service what is to be removed. Gives whether nothing is left to do. */
export async function endLinks() {
  /** @param {string} name */
  const isEnded = async (name) => {
    const headers = { 'Report-Proof': await proofOf(name) };
    const reply = fetch(sealedReportsPath, { method: 'DELETE', headers, keepalive: true });
    return (await reply.catch(() => undefined))?.ok;
  };
  for (const key of endingKeys())
    if ((await isEnded(key)) && (await isEnded(ofData(key)))) setEnding(key, false);
  return endingKeys().length === 0;
}

/**
 * Whether the service has sold this page: what a link opens could have been made by anybody.
 * @param {Sold} sold
 * @param {readonly string[]} keys the public keys of the service
 */
export async function isGenuine({ page, signature = '' }, keys) {
  const [header = '', statement = '', mark = ''] = signature.split('.');
  if (mark === '' || statementOf(signature).page !== (await digestOf(page))) return false;
  for (const x of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, [
      'verify',
    ]);
    if (await crypto.subtle.verify('Ed25519', key, fromText(mark), utf8(`${header}.${statement}`)))
      return true;
  }
  return false;
}

/** @param {string} [signature] */
function statementOf(signature = '') {
  return JSON.parse(new TextDecoder().decode(fromText(signature.split('.')[1] ?? '')));
}

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

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
