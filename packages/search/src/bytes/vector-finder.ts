import { assembleFinder, type ByteTest } from './assemble-finder.ts'
import { type ByteFinder, type BytePattern, standsAt } from './byte-pattern.ts'

/**
 * Looks for patterns at about the speed at which bytes are read, by a program made for them that tests sixteen places at
 * once; nothing where the processor has no vectors.
 */
export function createVectorFinder(patterns: readonly BytePattern[]): ByteFinder | undefined {
  const program = startProgram(patterns)
  if (!program) return undefined
  const { find, memory } = program
  let room = Buffer.from(memory.buffer)
  let bytes: Buffer = room.subarray(0, 0)
  return {
    load(loaded) {
      const lacking = loaded.length + BEHIND_BYTES - room.length
      if (lacking > 0) {
        memory.grow(Math.ceil(lacking / PAGE_BYTES))
        room = Buffer.from(memory.buffer)
      }
      loaded.copy(room)
      room.fill(0, loaded.length, loaded.length + BEHIND_BYTES)
      bytes = loaded
    },
    next(from) {
      for (let at = from; at < bytes.length; at++) {
        at = find(at, bytes.length)
        if (at === -1 || patterns.some(pattern => standsAt(pattern, bytes, at))) return at
      }
      return -1
    },
  }
}

const PAGE_BYTES = 1 << 16
/** What the program may look at behind the last byte: a vector, and the farthest test. */
const BEHIND_BYTES = 256
const VECTOR_BYTES = 16

type Program = {
  readonly find: (at: number, end: number) => number
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
}

function startProgram(patterns: readonly BytePattern[]): Program | undefined {
  try {
    const { Module, Instance } = WEB_ASSEMBLY
    return new Instance(new Module(assembleFinder(patterns.map(chooseTests)))).exports
  } catch {
    return undefined
  }
}

/** What we use of it; Node has it, and its types have not. */
const WEB_ASSEMBLY = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly

type WebAssemblyApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Program }
}

/** The bytes of a pattern that are seldom found elsewhere: few tests, and few places that pass them in vain. */
function chooseTests({ bytes }: BytePattern): readonly ByteTest[] {
  return bytes
    .slice(0, BEHIND_BYTES - VECTOR_BYTES)
    .map((byte, offset) => ({ ...byte, offset }))
    .toSorted((one, other) => frequencyOf(one.value) - frequencyOf(other.value) || other.offset - one.offset)
    .slice(0, MAX_TESTS)
}

const MAX_TESTS = 3
// Of logs, from the rarest up; what is not named is rarer than all.
const FREQUENT = '[]}{()=/zqjxkwvgyb:,fmhupdlc\\7968543210"-rnosaite '

function frequencyOf(byte: number): number {
  // The first byte of a sign says little of it.
  return byte >= 0xe0 ? FREQUENT.length : FREQUENT.indexOf(String.fromCharCode(byte))
}
