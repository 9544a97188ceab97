import { createReadStream } from 'node:fs'
import { addAbortSignal, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { stripControl } from '@antiphon/core/ui'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'

/** The name that stands for standard input. */
export const STDIN = '-'

/** What reading touches of the world. */
export type InputIo = Pick<Io, 'stdin' | 'signal'>

/** The bytes of a file or of standard input, unpacked where they are gzip; reads only as far as it is asked. */
export async function* openInput(file: string, io: InputIo): AsyncGenerator<Uint8Array, void, undefined> {
  const source = file === STDIN ? io.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })
  try {
    yield* unpack(addAbortSignal(io.signal, source))
  } catch (error) {
    throw toProgramError(error, { file, isInterrupted: io.signal.aborted })
  }
}

/** The name of an input as a person knows it, safe to print. */
export function inputName(file: string): string {
  return file === STDIN ? 'standard input' : stripControl(file)
}

async function* unpack(source: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  // A stream without an encoding gives bytes; its type does not say so.
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done) return
  if (first.value[0] !== GZIP_MAGIC[0] || first.value[1] !== GZIP_MAGIC[1]) {
    yield first.value
    yield* rest(chunks)
    return
  }
  const packed = Readable.from(withFirst(first.value, chunks))
  const gunzip = createGunzip()
  packed.on('error', error => gunzip.destroy(error))
  // The same: gunzip gives bytes.
  for await (const chunk of packed.pipe(gunzip)) yield chunk as Uint8Array
}

const GZIP_MAGIC = [0x1f, 0x8b] as const
// Most logs are read in one.
const CHUNK_BYTES = 1 << 20

async function* withFirst(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest(chunks)
}

async function* rest(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

type FailureOptions = { readonly file: string; readonly isInterrupted: boolean }

function toProgramError(error: unknown, { file, isInterrupted }: FailureOptions): unknown {
  if (isInterrupted) return new ProgramError('interrupted', 'Interrupted.', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const explanation = EXPLANATIONS[code]
  if (explanation) return new ProgramError('unreadable', explanation(inputName(file)), { cause: error })
  // What is no error of the system is a bug, and must look like one.
  if (!/^(?:E[A-Z]+|Z_[A-Z_]+)$/.test(code)) return error
  return new ProgramError('unreadable', `${inputName(file)} cannot be read (${code}).`, { cause: error })
}

const EXPLANATIONS: Readonly<Record<string, (name: string) => string>> = {
  ENOENT: name =>
    `${name} does not exist. Check the path; sessions of Claude Code are in ~/.claude/projects.`,
  EISDIR: name => `${name} is a directory. Name one .jsonl file in it.`,
  EACCES: name => `${name} may not be read by you. Check its permissions.`,
  EPERM: name => `${name} may not be read by you. Check its permissions.`,
  Z_DATA_ERROR: name =>
    `${name} is gzip, but damaged. Unpack what can be saved with \`gunzip -c\` and try that.`,
  Z_BUF_ERROR: name =>
    `${name} is gzip, but cut off. Unpack what can be saved with \`gunzip -c\` and try that.`,
}
