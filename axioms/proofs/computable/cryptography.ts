import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  getCipherInfo,
  sign,
  verify,
} from 'node:crypto'
import { figure, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, mean, range, sum, tuples } from './tools.ts'

function digest(algorithm: string, input: string | Buffer): Buffer {
  return createHash(algorithm.replace('-', '').toLowerCase()).update(input).digest()
}

function encrypt(
  cipher: string,
  { key, nonce = null }: { key: Buffer; nonce?: Buffer | null },
  text: Buffer,
): Buffer {
  const encryption = createCipheriv(cipher, key, nonce)
  return Buffer.concat([encryption.update(text), encryption.final()])
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, at) => byte ^ right[at]!))
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus)
    if (rest & 1n) result = (result * square) % modulus
  return result
}

/** The product of two bytes in the field of AES. */
function times(left: number, right: number): number {
  let [product, shifted] = [0, left]
  for (let bit = 0; bit < 8; bit++) {
    if ((right >> bit) & 1) product ^= shifted
    shifted = (shifted << 1) ^ (shifted & 0x80 ? 0x11b : 0)
  }
  return product
}

/** The substitution box of AES, from its definition: the inverse in the field, then an affine map. */
const S_BOX = range(256).map((byte) => {
  const inverse = range(256).find((other) => times(byte, other) === 1) ?? 0
  return [1, 2, 3, 4].reduce(
    (mixed, turn) => mixed ^ (((inverse << turn) | (inverse >> (8 - turn))) & 0xff),
    inverse ^ 0x63,
  )
})

/** One block under AES with a number of rounds, step by step after FIPS 197. */
function aesBlock(key: Buffer, block: Buffer, rounds: number): Buffer {
  const keyWords = key.length / 4
  const words = range(keyWords).map((at) => [...key.subarray(4 * at, 4 * at + 4)])
  for (let [at, constant] = [keyWords, 1]; at < 4 * (rounds + 1); at++) {
    let word = [...words[at - 1]!]
    if (at % keyWords === 0) {
      word = [...word.slice(1), word[0]!].map((byte) => S_BOX[byte]!)
      word[0]! ^= constant
      constant = times(constant, 2)
    } else if (keyWords > 6 && at % keyWords === 4) word = word.map((byte) => S_BOX[byte]!)
    words.push(word.map((byte, place) => byte ^ words[at - keyWords]![place]!))
  }
  const addKey = (state: number[], round: number) =>
    state.map((byte, at) => byte ^ words[4 * round + (at >> 2)]![at & 3]!)
  const mix = (column: number[]) =>
    range(4).map(
      (row) =>
        times(column[row]!, 2) ^
        times(column[(row + 1) & 3]!, 3) ^
        column[(row + 2) & 3]! ^
        column[(row + 3) & 3]!,
    )
  let state = addKey([...block], 0)
  for (let round = 1; round <= rounds; round++) {
    const substituted = state.map((byte) => S_BOX[byte]!)
    const shifted = range(16).map((at) => substituted[(at + 4 * (at & 3)) & 15]!)
    const mixed = range(4).flatMap((column) => mix(shifted.slice(4 * column, 4 * column + 4)))
    state = addKey(round < rounds ? mixed : shifted, round)
  }
  return Buffer.from(state)
}

const KEY = digest('sha256', 'a key of no secrecy')
const BLOCK = KEY.subarray(3, 19)

/** How many bits of a DES key matter: those whose change changes the ciphertext. */
function effectiveDesBits(): number {
  const single = KEY.subarray(0, 8)
  const under = (key: Buffer) => encrypt('des-ede3-ecb', { key: Buffer.concat([key, key, key]) }, BLOCK)
  const plain = under(single)
  return range(64).filter((bit) => {
    const changed = Buffer.from(single)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    return !under(changed).equals(plain)
  }).length
}

/** Two inputs of Wang, Feng, Lai and Yu; the second differs in six bits. */
const COLLIDING = Buffer.from(
  'd131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a' +
    '085125e8f7cdc99fd91dbdf280373c5bd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0' +
    'e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70',
  'hex',
)
const CHANGED_BYTES = [19, 45, 59, 83, 109, 123]

/** How many random values it takes for an even chance of a collision among so many possible ones. */
function evenChance(possible: number): number {
  let [count, different] = [0, 1]
  while (different > 0.5) different *= 1 - count++ / possible
  return count
}

/** Computes again what axioms of level 4 state about cryptography. */
export const cryptographyProofs: Proof[] = [
  prove('comp-0016', /^The output size of (SHA-\d+) is (\d+) bits\.$/, (algorithm, bits) =>
    ['', 'abc', 'x'.repeat(999)].every((input) => digest(algorithm!, input).length * 8 === figure(bits!)),
  ),
  prove('comp-0017', /^The block size of AES is (\d+) bits\.$/, (bits) =>
    [128, 192, 256].every((size) => getCipherInfo(`aes-${size}-cbc`)!.blockSize! * 8 === figure(bits!)),
  ),
  prove(
    'comp-0018',
    /^The one-time pad with a uniformly random, secret, never reused key at least as long as the message is perfectly secret\.$/,
    () => {
      // Whatever the message, every ciphertext comes of exactly one key.
      const keys = tuples([0, 1], 4)
      return keys.every(
        (message) => new Set(keys.map((key) => String(key.map((bit, at) => bit ^ message[at]!)))).size === 16,
      )
    },
  ),
  prove(
    ['comp-0143', 'comp-0145', 'comp-0146'],
    /^The (\S+) hash of the empty string is ([0-9a-f]+)\.$/,
    (algorithm, value) => digest(algorithm!, '').toString('hex') === value,
  ),
  prove(
    'comp-0144',
    /^The (\S+) hash of the ASCII string '(.+)' is ([0-9a-f]+)\.$/,
    (algorithm, input, value) => digest(algorithm!, input!).toString('hex') === value,
  ),
  prove('comp-0147', /^The (\S+) hash function is not collision resistant\.$/, (algorithm) => {
    const other = Buffer.from(COLLIDING)
    for (const at of CHANGED_BYTES) other[at]! ^= 0x80
    return !other.equals(COLLIDING) && digest(algorithm!, other).equals(digest(algorithm!, COLLIDING))
  }),
  prove(
    'comp-0149',
    /^The number of uniformly random n-bit values at which the chance of a collision reaches 50 % is approximately (\S+)\*2\^\(n\/2\) for large n\.$/,
    (factor) => isRounded(evenChance(2 ** 36) / 2 ** 18, factor!),
  ),
  prove(
    'comp-0150',
    /^Changing a single input bit of (\S+) changes on average about (\d+) % of the output bits\.$/,
    (algorithm, share) => {
      const plain = digest(algorithm!, COLLIDING)
      const shares = range(512).map((bit) => {
        const changed = Buffer.from(COLLIDING)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        const bits = [...xor(digest(algorithm!, changed), plain)].map(
          (byte) => byte.toString(2).replaceAll('0', '').length,
        )
        return sum(bits) / (8 * plain.length)
      })
      return isRounded(100 * mean(shares), share!)
    },
  ),
  prove(
    'comp-0151',
    /^The numbers of rounds of AES with keys of (\d+), (\d+) and (\d+) bits are (\d+), (\d+) and (\d+)\.$/,
    (...figures) =>
      range(3).every((at) => {
        const [bits, rounds] = [Number(figures[at]), Number(figures[at + 3])]
        const key = KEY.subarray(0, bits / 8)
        return aesBlock(key, BLOCK, rounds).equals(encrypt(`aes-${bits}-ecb`, { key }, BLOCK).subarray(0, 16))
      }),
  ),
  prove('comp-0152', /^The number of different (\d+)-bit keys is approximately (.+)\.$/, (bits, count) =>
    isRounded(Number(2n ** BigInt(bits!)), count!),
  ),
  prove(
    'comp-0153',
    /^Electronic codebook \(ECB\) mode encrypts equal plaintext blocks under one key to (equal|different) ciphertext blocks\.$/,
    (which) => {
      const [ecb, cbc] = ['aes-256-ecb', 'aes-256-cbc'].map((mode) => {
        const cipher = encrypt(
          mode,
          { key: KEY, nonce: mode.endsWith('ecb') ? null : BLOCK },
          Buffer.concat([BLOCK, BLOCK]),
        )
        return cipher.subarray(0, 16).equals(cipher.subarray(16, 32))
      })
      return ecb === (which === 'equal') && cbc === false
    },
  ),
  prove(
    'comp-0154',
    /^Encrypting two messages with the same key and nonce in (AES-\w+) or (AES-\w+) reveals the XOR of the two messages\.$/,
    (...modes) =>
      modes.every((mode) => {
        const nonce = BLOCK.subarray(0, mode === 'AES-GCM' ? 12 : 16)
        const [first, second] = ['attack at dawn, bring tea', 'retreat at noon, no cake!'].map((text) =>
          Buffer.from(text),
        )
        const [one, other] = [first!, second!].map((text) =>
          encrypt(mode.replace('AES', 'aes-256').toLowerCase(), { key: KEY, nonce }, text),
        )
        return xor(one!, other!).equals(xor(first!, second!))
      }),
  ),
  prove(
    'comp-0155',
    /^The private exponent of the textbook RSA key with primes (\d+) and (\d+) and public exponent (\d+), taken as .+, is ([\d ]+)\.$/,
    (...figures) => {
      const [p, q, e, d] = figures.map(whole) as [bigint, bigint, bigint, bigint]
      const restores = range(200).every(
        (message) => power(power(BigInt(message), e, p * q), d, p * q) === BigInt(message),
      )
      return restores && (e * d) % ((p - 1n) * (q - 1n)) === 1n && d < (p - 1n) * (q - 1n)
    },
  ),
  prove(
    'comp-0156',
    /^The shared secret of a Diffie-Hellman exchange with modulus (\d+), generator (\d+) and private exponents (\d+) and (\d+) is (\d+)\.$/,
    (...figures) => {
      const [p, g, a, b, secret] = figures.map(whole) as [bigint, bigint, bigint, bigint, bigint]
      return power(power(g, a, p), b, p) === secret && power(power(g, b, p), a, p) === secret
    },
  ),
  prove('comp-0158', /^The length of an Ed25519 signature is (\d+) bytes\.$/, (bytes) => {
    // A private key is 32 bytes behind the fixed head of its PKCS #8 form.
    const encoded = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), KEY])
    const privateKey = createPrivateKey({ key: encoded, format: 'der', type: 'pkcs8' })
    const publicKey = createPublicKey(privateKey)
    const signature = sign(null, BLOCK, privateKey)
    return (
      signature.length === figure(bytes!) &&
      verify(null, BLOCK, publicKey, signature) &&
      !verify(null, KEY, publicKey, signature)
    )
  }),
  prove(
    'comp-0159',
    /^HMAC-SHA-256 of a message m under a (\d+)-byte key K is SHA-256\(\(K XOR opad\) \|\| SHA-256\(\(K XOR ipad\) \|\| m\)\), where ipad repeats the byte (\S+) and opad the byte (\S+)\.$/,
    (length, inner, outer) => {
      const key = Buffer.alloc(Number(length), 'key')
      const padded = (byte: string) => Buffer.from(key.map((value) => value ^ Number(byte)))
      const within = digest('sha256', Buffer.concat([padded(inner!), BLOCK]))
      return digest('sha256', Buffer.concat([padded(outer!), within])).equals(
        createHmac('sha256', key).update(BLOCK).digest(),
      )
    },
  ),
  prove(
    'comp-0164',
    /^The effective key length of the Data Encryption Standard \(DES\) is (\d+) bits\.$/,
    (bits) => effectiveDesBits() === figure(bits!),
  ),
  prove(
    'comp-0165',
    /^The entropy of a password of (\d+) characters, each chosen uniformly and independently from the (\d+) visible ASCII characters, is approximately (\S+) bits\.$/,
    (length, alphabet, bits) => {
      const visible = range(128).filter((code) => /[!-~]/.test(String.fromCharCode(code))).length
      return visible === figure(alphabet!) && isRounded(evaluate(`${length}*log2(${alphabet})`), bits!)
    },
  ),
  prove(
    'comp-0166',
    /^Base64 is an encoding and not encryption: anyone can decode Base64 text without a key\.$/,
    () =>
      range(64).every((length) => {
        const text = KEY.toString('hex').slice(0, length)
        return Buffer.from(btoa(text), 'base64').toString() === text
      }),
  ),
  prove(
    'comp-0167',
    /^Applying the ROT(\d+) letter substitution twice restores the original text\.$/,
    (shift) => {
      const rotate = (text: string) =>
        text.replaceAll(/[a-z]/g, (letter) =>
          String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + Number(shift)) % 26)),
        )
      const text = 'the quick brown fox jumps over the lazy dog'
      return rotate(text) !== text && rotate(rotate(text)) === text
    },
  ),
]
