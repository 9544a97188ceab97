import { assembleFinder, type ByteTest } from './assemble-finder.ts'
import { type ByteFinder, type BytePattern, standsAt } from './byte-pattern.ts'

/**
 * Looks for patterns at about the speed at which bytes are read, by a program made for them that tests sixteen places at
 * once; nothing where the processor has no vectors.
 */
export function createVectorFinder(patterns: readonly BytePattern[]): ByteFinder | undefined {
  const program = takeProgram(patterns)
  if (!program) return undefined
  const { find, hold } = program
  let bytes: Buffer = Buffer.alloc(0)
  return {
    load(loaded) {
      bytes = loaded
      hold(loaded, true)
    },
    next(from) {
      hold(bytes, false)
      for (let at = from; at < bytes.length; at++) {
        at = find(at, bytes.length)
        if (at === -1 || patterns.some(pattern => standsAt(pattern, bytes, at))) return at
      }
      return -1
    },
  }
}

/** True where a program for the patterns is there already: then it is the fastest way for a few bytes, too. */
export function hasVectorFinder(patterns: readonly BytePattern[]): boolean {
  return programs.has(nameOf(patterns))
}

const PAGE_BYTES = 1 << 16
/** What the program may look at behind the last byte: a vector, and the farthest test. */
const BEHIND_BYTES = 256
const VECTOR_BYTES = 16

type Program = {
  readonly find: (at: number, end: number) => number
  /** Puts bytes where the program looks, unless they are there and did not change. */
  readonly hold: (bytes: Buffer, isNew: boolean) => void
}

type Exports = {
  readonly find: Program['find']
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
}

/**
 * The programs of late: to make one takes as long as to look through a megabyte, and the same words are looked for again
 * and again. Several finders may share one, since each puts its bytes back when it is asked.
 */
const programs = new Map<string, Program>()
const MOST_PROGRAMS = 16
const MOST_ROOM = 1 << 20

function nameOf(patterns: readonly BytePattern[]): string {
  return patterns.map(({ bytes }) => bytes.map(({ value, loose }) => `${value}/${loose}`).join()).join(';')
}

function takeProgram(patterns: readonly BytePattern[]): Program | undefined {
  const name = nameOf(patterns)
  const known = programs.get(name)
  const program = known ?? startProgram(patterns)
  if (!program) return undefined
  // The one that was used last is the last to go.
  programs.delete(name)
  programs.set(name, program)
  const [oldest] = programs.keys()
  if (programs.size > MOST_PROGRAMS && oldest !== undefined) programs.delete(oldest)
  return program
}

function startProgram(patterns: readonly BytePattern[]): Program | undefined {
  try {
    const { Module, Instance } = WEB_ASSEMBLY
    const { find, memory } = new Instance(new Module(assembleFinder(patterns.map(chooseTests)))).exports
    let room = Buffer.from(memory.buffer)
    let held: Buffer | undefined
    return {
      find,
      hold(bytes, isNew) {
        if (held === bytes && !isNew) return
        const lacking = bytes.length + BEHIND_BYTES - room.length
        if (lacking > 0) {
          memory.grow(Math.ceil(lacking / PAGE_BYTES))
          room = Buffer.from(memory.buffer)
          // Memory never shrinks: one that took a long line is not kept for what comes later.
          if (room.length > MOST_ROOM) programs.delete(nameOf(patterns))
        }
        bytes.copy(room)
        room.fill(0, bytes.length, bytes.length + BEHIND_BYTES)
        held = bytes
      },
    }
  } catch {
    return undefined
  }
}

/** What we use of it; Node has it, and its types have not. */
const WEB_ASSEMBLY = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly

type WebAssemblyApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Exports }
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
