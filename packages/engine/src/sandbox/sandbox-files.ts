import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a sandbox needs on the disk. */
export interface SandboxFiles {
  /** Where commands may leave files that others of the session find again. */
  folder(): string
  /** A descriptor of the filter of system calls; null where there is none for this processor. */
  openFilter(): number | null
  close(descriptor: number | null): void
  remove(): Promise<void>
}

/** Makes them when they are first needed. */
export function createSandboxFiles(): SandboxFiles {
  let folder: string | null = null
  let filter: number | null = null
  return {
    folder() {
      folder ??= mkdtempSync(join(realpathSync(tmpdir()), 'antiphon-sandbox-'))
      return folder
    },
    openFilter() {
      filter ??= makeFilter()
      // Opened anew, since whoever reads it reads to its end.
      return filter === null ? null : openSync(`/proc/self/fd/${filter}`, 'r')
    },
    close(descriptor) {
      if (descriptor !== null) closeSync(descriptor)
    },
    async remove() {
      if (filter !== null) closeSync(filter)
      if (folder !== null) await rm(folder, { recursive: true, force: true })
      folder = filter = null
    },
  }
}

/** A file without a name: no command can change it. */
function makeFilter(): number | null {
  const program = createSeccompFilter(process.arch)
  if (program === null) return null
  const place = mkdtempSync(join(tmpdir(), 'antiphon-filter-'))
  const file = join(place, 'filter')
  writeFileSync(file, program, { mode: 0o600 })
  const descriptor = openSync(file, 'r')
  unlinkSync(file)
  rmSync(place, { recursive: true })
  return descriptor
}

/**
 * A program for the kernel's filter of system calls: no socket to other processes of this machine, no socket to the
 * machine below, no keys of the kernel, no way around by rings. What a namespace does not close is closed here. Null for a processor whose
 * numbers we do not know.
 */
function createSeccompFilter(architecture: NodeJS.Architecture): Buffer | null {
  const numbers = ARCHITECTURES[architecture]
  if (!numbers) return null
  const { audit, socket, keyrings, hasSecondTable } = numbers
  const refuseCall = refuse(EPERM)
  const program: Instruction[] = [
    load(ARCHITECTURE_OFFSET),
    skipNextIf(JUMP_IF_EQUAL, audit),
    refuseCall,
    load(NUMBER_OFFSET),
    // The same calls under other numbers.
    ...(hasSecondTable ? [skipNextIf(JUMP_UNLESS_AT_LEAST, SECOND_TABLE), refuseCall] : []),
    ...[...RING_CALLS].flatMap(call => [skipNextUnless(call), refuse(ENOSYS)]),
    ...keyrings.flatMap(call => [skipNextUnless(call), refuseCall]),
    skipUnless(socket, FAMILIES.length * 2 + 1),
    load(FIRST_ARGUMENT_OFFSET),
    ...FAMILIES.flatMap(family => [skipNextUnless(family), refuseCall]),
    { code: RETURN, value: ALLOW },
  ]
  return Buffer.concat(program.map(encode))
}

type Instruction = {
  readonly code: number
  readonly ifTrue?: number
  readonly ifFalse?: number
  readonly value: number
}

type Architecture = {
  readonly audit: number
  readonly socket: number
  /** add_key, request_key, keyctl: the person's keys are in no namespace. */
  readonly keyrings: readonly number[]
  readonly hasSecondTable: boolean
}

const ARCHITECTURES: Readonly<Partial<Record<NodeJS.Architecture, Architecture>>> = {
  x64: { audit: 0xc000003e, socket: 41, keyrings: [248, 249, 250], hasSecondTable: true },
  arm64: { audit: 0xc00000b7, socket: 198, keyrings: [217, 218, 219], hasSecondTable: false },
}

// AF_UNIX and AF_VSOCK: namespaces of the network know neither.
const FAMILIES = [1, 40] as const
// io_uring_setup, io_uring_enter, io_uring_register: a ring opens sockets without the call.
const RING_CALLS = [425, 426, 427] as const
const SECOND_TABLE = 0x4000_0000

const NUMBER_OFFSET = 0
const ARCHITECTURE_OFFSET = 4
const FIRST_ARGUMENT_OFFSET = 16
const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_UNLESS_AT_LEAST = 0x35
const RETURN = 0x06
const ALLOW = 0x7fff_0000
const REFUSE = 0x0005_0000
const EPERM = 1
const ENOSYS = 38

function load(offset: number): Instruction {
  return { code: LOAD_WORD, value: offset }
}

function refuse(error: number): Instruction {
  return { code: RETURN, value: REFUSE | error }
}

/** Skips the next instruction if the word is the value, or stays below it. */
function skipNextIf(code: typeof JUMP_IF_EQUAL | typeof JUMP_UNLESS_AT_LEAST, value: number): Instruction {
  return code === JUMP_IF_EQUAL
    ? { code, ifTrue: 1, ifFalse: 0, value }
    : { code, ifTrue: 0, ifFalse: 1, value }
}

function skipNextUnless(value: number): Instruction {
  return skipUnless(value, 1)
}

function skipUnless(value: number, count: number): Instruction {
  return { code: JUMP_IF_EQUAL, ifTrue: 0, ifFalse: count, value }
}

function encode({ code, ifTrue = 0, ifFalse = 0, value }: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
