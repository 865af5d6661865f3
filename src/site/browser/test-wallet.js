// A wallet in the page, for services whose payments are not real. It offers itself as EIP-6963 wallets do.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const hint = document.querySelector('#test-wallet');
const address = hint?.getAttribute('data-address') ?? '';
const privateKey = hexToBytes((hint?.getAttribute('data-key') ?? '').slice(2));

const provider = {
  /** @param {{ method: string, params?: string[] }} call */
  async request({ method, params = [] }) {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [address];
      case 'eth_chainId':
        return '0x2105';
      case 'eth_signTypedData_v4':
        return sign(digestOf(JSON.parse(params[1] ?? '')));
      case 'personal_sign': {
        const message = hexToBytes((params[0] ?? '').slice(2));
        const opening = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`);
        return sign(keccak_256(concatBytes(opening, message)));
      }
      default:
        throw new Error(`The test wallet does not know ${method}`);
    }
  },
};

const detail = Object.freeze({
  info: { uuid: crypto.randomUUID(), name: 'Test wallet', rdns: 'localhost.test-wallet', icon: '' },
  provider,
});
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
addEventListener('eip6963:requestProvider', announce);
announce();

/**
 * @typedef {{ name: string, type: string }} Field
 * @typedef {{ types: Record<string, Field[]>, primaryType: string, domain: Record<string, unknown>, message: Record<string, unknown> }} TypedData
 * @param {TypedData} data
 */
function digestOf({ types, primaryType, domain, message }) {
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      hashStruct('EIP712Domain', types, domain),
      hashStruct(primaryType, types, message),
    ),
  );
}

/** @param {Uint8Array} digest */
function sign(digest) {
  // Recovery bit first; a signature for the chain has it last, plus 27.
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(signature.slice(1))}${bytesToHex(Uint8Array.of(27 + (signature[0] ?? 0)))}`;
}

/**
 * Hashes a flat struct, such as a payment.
 * @param {string} name
 * @param {Record<string, Field[]>} types
 * @param {Record<string, unknown>} values
 */
function hashStruct(name, types, values) {
  const fields = types[name] ?? [];
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
  return keccak_256(
    concatBytes(
      keccak_256(utf8ToBytes(type)),
      ...fields.map((field) => encode(field.type, String(values[field.name]))),
    ),
  );
}

/**
 * @param {string} type
 * @param {string} value
 */
function encode(type, value) {
  if (type === 'string') return keccak_256(utf8ToBytes(value));
  return hexToBytes((type === 'uint256' ? BigInt(value).toString(16) : value.slice(2)).padStart(64, '0'));
}
